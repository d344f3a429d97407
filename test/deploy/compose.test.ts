/** The compose file of deploy/: docs/install.md, "Container". */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { settings } from '../../src/config/settings.ts'
import { readSample } from './samples.ts'

interface Service {
  command?: string[]
  environment: Record<string, string>
  env_file?: { path: string; required: boolean }[]
  ports?: string[]
  volumes: string[]
  tmpfs: string[]
  read_only: boolean
  cap_drop: string[]
  security_opt: string[]
}

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const services: Record<string, Service> = parse(readSample('compose.yaml'), {
  merge: true,
}).services
const { lodgepole, backup } = services as Record<'lodgepole' | 'backup', Service>

/** Returns whether a setting of the file `.env` reaches a service unchanged. */
function passes({ env_file, environment }: Service, name: string): boolean {
  const isFile = env_file?.[0]?.path === '.env'
  return isFile && (!(name in environment) || environment[name]!.startsWith(`\${${name}:`))
}

describe('the compose file', () => {
  it('drops the privileges that containers do not require', () => {
    assert.deepEqual(Object.keys(services), ['lodgepole', 'backup', 'db'])
    for (const { read_only, cap_drop, security_opt, tmpfs } of Object.values(services)) {
      assert.deepEqual([read_only, cap_drop], [true, ['ALL']])
      assert.deepEqual(security_opt, ['no-new-privileges:true'])
      assert.ok(tmpfs.includes('/tmp'))
    }
  })

  it('passes every setting that does not depend on the file itself', () => {
    for (const service of [lodgepole, backup]) {
      const fixed = Object.keys(settings).filter(name => !passes(service, name))
      assert.deepEqual(fixed.sort(), ['DATABASE_URL', 'DATA_DIR', 'HOST', 'METRICS_PORT', 'PORT'])
    }
  })

  it('requires TRUST_PROXY, without which all clients share one limit', () => {
    assert.match(lodgepole.environment.TRUST_PROXY!, /^\$\{TRUST_PROXY:\?/)
  })

  it('publishes on loopback only', () => {
    const published = Object.values(services).flatMap(({ ports = [] }) => ports)
    assert.deepEqual(published, ['127.0.0.1:3000:3000'])
  })

  it('makes a backup every day with the program of the image', async () => {
    const [program, ...args] = JSON.parse(/^CMD (\[.*\])$/m.exec(read('Dockerfile'))![1]!)
    const [shell, option, script] = backup.command!
    assert.deepEqual([shell, option, args.pop()], ['sh', '-c', 'serve'])
    const stubs = `
      sleep() { echo "$1"; [ -z "$again" ] && again=yes; }
      ${program}() { echo "$*"; }`
    const env = { ...process.env, TZ: 'UTC', BACKUP_TARGET: 's3://backups/lodgepole' }
    const command = `${stubs}\n${script!.replaceAll('$$', '$')}`
    const { stdout } = await run('sh', ['-c', command], { env })
    const [seconds = '', backedUp] = stdout.split('\n')
    const due = new Date(Date.now() + Number(seconds) * 1_000)
    assert.ok(Number(seconds) > 3 * 3_600 - 60 && Number(seconds) <= 27 * 3_600, seconds)
    assert.equal(new Date(due.getTime() + 60_000).toISOString().slice(11, 14), '03:')
    const expected = [...args, 'backup', 'create', '--into', 's3://backups/lodgepole']
    assert.equal(backedUp, [...expected, '--keep', '14'].join(' '))
  })
})
