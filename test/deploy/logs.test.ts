/** The log with the tools of an operator: docs/reference/logs-and-events.md. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFile, mkdir, mkdtemp, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { visit } from '../fixtures/console.ts'
import { makeManager } from '../fixtures/oauth.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { Logs } from '../support/logs.ts'
import { startServer } from '../support/server.ts'
import { removeFolder } from '../support/temporary.ts'
import { isInstalled, replaced } from './samples.ts'

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'lodgepole-logs-'))
after(() => removeFolder(folder))

describe('the jq lines of the document', { skip: !isInstalled('jq') && 'no jq' }, async () => {
  const logs = new Logs()
  const server = await startServer({ LOG_LEVEL: 'info' }, { logTo: logs })
  const { agencyUid, key } = await makeAgency(server)
  const email = `grace@${agencyUid}.example`
  await makeManager(server, agencyUid, { email })
  await visit(server, '/sign-in', { form: { email, password: 'wrong' } })
  await server.request('GET', '/api/v3.3/events?wait=1.1', { key })
  await sql`alter table properties rename to lost`.execute(server.database.kysely)
  const path = `/api/v3.3/properties?agencyUid=${agencyUid}`
  const { status, body: failure } = await server.request('GET', path, { key })
  assert.equal(status, 500)
  await writeFile(join(folder, 'log'), `Applied 47 migrations.\n${logs.text}`)

  const page = join(import.meta.dirname, '../../docs/reference/logs-and-events.md')
  const document = await readFile(page, 'utf8')
  const lines = [...document.matchAll(/^log \| jq .*$/gm)].map(([line]) => line)
  const output = async (n: number) => {
    const command = `log() { cat '${join(folder, 'log')}'; }\n${lines[n]}`
    return (await run('bash', ['-ec', command])).stdout.trim().split('\n')
  }

  it('find failures', async () => {
    const [entry, ...more] = (await output(0)).map(line => JSON.parse(line))
    assert.deepEqual(more, [])
    assert.partialDeepStrictEqual(entry, { level: 50, uid: failure.uid, route: '/api/properties' })
  })

  it('find what one request did', async () => {
    const { reqId } = logs.entries.find(({ level }) => level === 50)
    lines[1] = lines[1]!.replace(/"[\da-f]{8}-[\da-f-]{27}"/, `"${reqId}"`)
    assert.equal((await output(1)).length, 2)
  })

  it('find the slowest requests', async () => {
    const found = await output(2)
    assert.ok(found.some(line => /^[1-9]\d{3,} GET \/api\/events$/.test(line)))
    const durations = found.map(line => Number.parseInt(line, 10))
    assert.deepEqual(
      durations,
      durations.toSorted((a, b) => b - a),
    )
  })

  it('count the requests of each agency', async () => {
    assert.ok((await output(3)).some(line => line.trim() === `2 ${agencyUid}`))
  })

  it('find security events', async () => {
    const found = (await output(4)).filter(line => line.includes('sign_in.refused'))
    assert.equal(found.length, 1)
    assert.match(found[0]!, /^20\d\d-\d\d-\d\dT\S+Z sign_in\.refused \S+ 127\.0\.0\.1$/)
    assert.equal(lines.length, 5)
  })
})

describe('logrotate', { skip: !isInstalled('logrotate') && 'no logrotate' }, () => {
  it('moves the log away while the server keeps writing to its file', async () => {
    const logFolder = join(folder, 'files')
    await mkdir(logFolder, { mode: 0o700 })
    const path = join(logFolder, 'lodgepole.log')
    const sample = replaced('logrotate.conf', [
      ['/var/log/lodgepole/*.log', `${logFolder}/*.log`],
      ['su lodgepole lodgepole', ''],
    ])
    const config = join(folder, 'logrotate.conf')
    await writeFile(config, sample, { mode: 0o644 })
    // As systemd opens it.
    const log = await open(path, 'a')
    await log.write('first\n')
    const state = join(folder, 'state')
    await run('logrotate', ['--force', '--state', state, config])
    await log.write('second\n')
    await log.close()
    assert.deepEqual((await readdir(logFolder)).sort(), ['lodgepole.log', 'lodgepole.log.1'])
    assert.equal(await readFile(`${path}.1`, 'utf8'), 'first\n')
    assert.equal(await readFile(path, 'utf8'), 'second\n')
    await appendFile(path, 'third\n')
    await run('logrotate', ['--force', '--state', state, config])
    assert.ok((await readdir(logFolder)).includes('lodgepole.log.2.gz'))
  })
})
