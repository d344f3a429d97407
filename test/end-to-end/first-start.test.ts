/** Files and access rights that the first start of `serve` creates on the embedded database. */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { runCommand, serverSettings, startProcess } from '../support/lodgepole.ts'
import { freePort, ready } from '../support/processes.ts'
import { send } from '../support/server.ts'
import { withCleanup } from '../support/temporary.ts'

/** Lists files and folders that users other than the owner may access. */
function listAccessible(folder: string): string[] {
  const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  return names.filter(name => (statSync(join(folder, name)).mode & 0o077) !== 0)
}

describe('serve without DATABASE_URL', () => {
  it('creates no agency, prints the set-up link, and writes files for its user only', () =>
    withCleanup(async cleanup => {
      const { SECRET_KEY, ...settings } = await serverSettings(cleanup, '', await freePort())
      const folder = settings.DATA_DIR!
      chmodSync(folder, 0o755)
      const env = { ...settings, HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
      const started = startProcess(cleanup, env)
      const hint =
        /There is no agency yet\. Create it .*\n {2}\S+\/console\/new-agency\/[\w-]{43}\n/s
      const probe = async () => assert.match(started.output(), hint)
      await ready('serve', started, probe, { patienceMs: 120_000 })
      assert.equal(existsSync(join(folder, 'demo.json')), false)
      assert.deepEqual(listAccessible(folder), [])
      const agencyUid = runCommand(env, ['agency', 'create', '--name', 'Pine']).trim()
      const key = () => runCommand(env, ['key', 'create', '--agency', agencyUid, '--name', 'first'])
      const [served = ''] = key().split('\n')
      const url = `http://127.0.0.1:${settings.PORT}/api/v3.3/agencies`
      assert.equal((await send(url, 'GET', { key: served })).status, 200, 'the server did it')
      assert.throws(() => runCommand(env, ['key', 'revoke', agencyUid]), /no active key/)
      await started.kill()
      assert.match(key(), /^lp/, 'a killed server leaves its socket behind')
    }))
})
