/** The first start of `serve` on the embedded database: what it makes, and for whom. */
import assert from 'node:assert/strict'
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { runCommand, settingsOf, startProcess } from '../support/lodgepole.ts'
import { freePort, ready } from '../support/processes.ts'
import { send } from '../support/server.ts'
import { withCleanup } from '../support/temporary.ts'

/** Files and folders that others than their owner may use. */
function openToOthers(folder: string): string[] {
  const names = ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  return names.filter(name => (statSync(join(folder, name)).mode & 0o077) !== 0)
}

describe('serve without DATABASE_URL', () => {
  it('makes no agency, says how to make one and does it, and keeps what it writes to its user', () =>
    withCleanup(async cleanup => {
      const { SECRET_KEY, ...others } = await settingsOf(cleanup, '', await freePort())
      const folder = others.DATA_DIR!
      chmodSync(folder, 0o755)
      const env = { ...others, HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
      const started = startProcess(cleanup, env)
      const says = /There is no agency yet\. Create one.*agency create/s
      const probe = async () => assert.match(started.output(), says)
      await ready('serve', started, probe, { patienceMs: 120_000 })
      assert.equal(existsSync(join(folder, 'demo.json')), false)
      assert.deepEqual(openToOthers(folder), [])
      const agencyUid = runCommand(env, ['agency', 'create', '--name', 'Pine']).trim()
      const key = () => runCommand(env, ['key', 'create', '--agency', agencyUid, '--name', 'first'])
      const [served = ''] = key().split('\n')
      const url = `http://127.0.0.1:${others.PORT}/api/v3.3/agencies`
      assert.equal((await send(url, 'GET', { key: served })).status, 200, 'the server did it')
      assert.throws(() => runCommand(env, ['key', 'revoke', agencyUid]), /no active key/)
      await started.kill()
      assert.match(key(), /^lp/, 'a killed server leaves its socket behind')
    }))
})
