/** A built release, unpacked and run as an operator does: docs/decisions/0121-release.md. */
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { hostPath } from '../support/host-path.ts'
import { unprivilegedUser } from '../support/postgres.ts'
import { removeFolder } from '../support/temporary.ts'
import { archiveName, buildRelease, runRelease } from './built-release.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'lodgepole-release-test-'))
after(() => removeFolder(folder))
// The user of the server must reach it.
chmodSync(folder, 0o755)
const out = buildRelease()
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
execFileSync('tar', ['-xzf', join(out, archiveName(out)), '-C', folder])
const installed = join(folder, `lodgepole-${version}`)

const oldestNode = join(root, 'tools/oldest-node/node_modules/.bin/node')
const nodes = [oldestNode, process.execPath].filter(node => existsSync(node))

const asUser = unprivilegedUser() && 'setpriv --reuid=$USER_ID --regid=$GROUP_ID --clear-groups'

/** Serves on an embedded database without network, and reads pages and their scripts. */
const script = `
  set -eu
  ip link set lo up
  log=$DATA_DIR/../$NAME.log
  ${asUser ?? ''} "$COMMAND" serve > "$log" 2>&1 &
  server=$!
  trap 'kill $server; wait $server' EXIT
  until curl -sf http://127.0.0.1:3000/readyz > /dev/null; do
    kill -0 $server || { cat "$log" >&2; exit 1; }
    sleep 0.2
  done
  for path in "$@"; do
    curl -s -H 'accept: text/html' http://127.0.0.1:3000$path
    echo "--- $path"
  done`

const namespace = asUser ? ['--net'] : ['--user', '--map-root-user', '--net']
const canIsolate =
  spawnSync('unshare', [...namespace, '--', 'sh', '-c', 'ip link set lo up']).status === 0

function serve(node: string, name: string, paths: string[]): string {
  const dataDir = join(folder, `data-${name}`)
  mkdirSync(dataDir)
  const { uid, gid } = unprivilegedUser() ?? { uid: 0, gid: 0 }
  if (uid) execFileSync('chown', [`${uid}:${gid}`, dataDir])
  const env = {
    PATH: hostPath(),
    HOME: dataDir,
    COMMAND: join(installed, 'bin/lodgepole'),
    LODGEPOLE_NODE: node,
    DATA_DIR: dataDir,
    NAME: name,
    USER_ID: String(uid),
    GROUP_ID: String(gid),
  }
  const args = [...namespace, '--', 'sh', '-c', script, 'sh', ...paths]
  const { status, stdout, stderr } = spawnSync('unshare', args, { env, encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  return stdout
}

describe('a release', () => {
  it('has checksums that match', () => {
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: out })
    const listed = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
    for (const name of readdirSync(out)) if (name !== 'SHA256SUMS') assert.ok(listed.includes(name))
  })

  it('names the licenses of all packages, and has no sources and no build tools', () => {
    const notices = readFileSync(join(installed, 'THIRD_PARTY_NOTICES.txt'), 'utf8')
    for (const name of ['fastify', 'pg', 'react', 'sharp', '@electric-sql/pglite']) {
      assert.match(notices, new RegExp(`^${name} \\d\\S+ \\([\\w. -]+\\)$`, 'm'))
    }
    const packages = readdirSync(join(installed, 'node_modules'))
    assert.deepEqual(
      ['esbuild', 'react', '@scalar', 'typescript'].filter(name => packages.includes(name)),
      [],
    )
    assert.equal(existsSync(join(installed, 'src/main.ts')), false)
  })

  it('takes at most 140 MB', () => {
    const [kilobytes] = execFileSync('du', ['-sk', installed], { encoding: 'utf8' }).split('\t')
    assert.ok(Number(kilobytes) < 140_000, `${kilobytes} kB`)
  })

  it('is the same if it is built again', () => {
    const again = join(folder, 'again')
    runRelease('--out', again, '--platform', 'none')
    const [name] = readdirSync(again).filter(file => file.endsWith('.tgz'))
    assert.ok(readFileSync(join(out, name!)).equals(readFileSync(join(again, name!))))
  })

  it('prepares a server with a settings file that does not exist yet', () => {
    const cwd = mkdtempSync(join(folder, 'new-server-'))
    const env = { PATH: hostPath(), HOME: cwd, LODGEPOLE_NODE: process.execPath }
    const args = ['init', '--yes', '--env-file', '.env']
    const options = { cwd, env, encoding: 'utf8', stdio: 'pipe' } as const
    assert.match(
      execFileSync(join(installed, 'bin/lodgepole'), args, options),
      /\/console\/new-agency\//,
    )
    assert.match(readFileSync(join(cwd, '.env'), 'utf8'), /^SECRET_KEY=/m)
  })

  for (const node of nodes) {
    const nodeVersion = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()

    it(`serves as an ordinary user without network on Node ${nodeVersion}`, context => {
      if (!canIsolate) return context.skip('needs unshare and ip to take the network away')
      const paths = ['/console/sign-in', '/docs', '/v2/leadsql', '/api/v3.3/openapi.json']
      const printed = serve(node, nodeVersion, paths)
      const [signIn, docs, query, openapi] = printed.split(/--- .*\n/)
      assert.match(signIn!, /type="password"/)
      assert.match(docs!, /reference\/\w+\/start\.js/)
      assert.match(query!, /page\.js/)
      assert.match(openapi!, /"openapi"/)
    })
  }
})

describe('the npm package', () => {
  it('installs a command that works', () => {
    const prefix = join(folder, 'prefix')
    const file = join(out, `lodgepole-${version}.tgz`)
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', prefix]
    const env = { ...process.env, PATH: hostPath() }
    execFileSync('npm', ['install', '--global', ...options, file], { env, stdio: 'pipe' })
    const command = join(prefix, 'bin/lodgepole')
    const help = execFileSync(command, ['--help'], {
      env: { ...env, LODGEPOLE_NODE: process.execPath },
      encoding: 'utf8',
    })
    assert.match(help, /^Usage: lodgepole /)
  })
})
