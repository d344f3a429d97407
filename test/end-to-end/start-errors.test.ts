/**
 * A failed start ends the process, prints the reason, and leaves nothing open:
 * docs/reference/settings.md.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createDatabaseUrl } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { serverSettings, startProcess } from '../support/lodgepole.ts'
import { query } from '../support/postgres.ts'
import { freePort, ready, type Started, start } from '../support/processes.ts'
import { withCleanup } from '../support/temporary.ts'

let blocker: Server
let port = ''
const url = await createDatabaseUrl()

before(async () => {
  blocker = createServer()
  await once(blocker.listen(0, '127.0.0.1'), 'listening')
  port = String((blocker.address() as AddressInfo).port)
})
after(() => blocker.close())

/** Returns the output and exit code of a process that ends by itself. */
async function waitForFailure(started: Started) {
  await eventually(() => started.exited() !== null, 60)
  return { code: started.exited(), output: started.output() }
}

describe('a process whose port is in use', () => {
  const starts: ['serve' | 'work', string][] = [
    ['serve', 'PORT'],
    ['serve', 'METRICS_PORT'],
    ['work', 'METRICS_PORT'],
  ]
  for (const [command, setting] of starts) {
    it(`names ${setting}, and ends with 1: ${command}`, () =>
      withCleanup(async cleanup => {
        const env = { ...(await serverSettings(cleanup, url, await freePort())), [setting]: port }
        const { code, output } = await waitForFailure(startProcess(cleanup, env, command))
        assert.equal(code, 1, output)
        const text = `lodgepole: Port ${port} on 127.0.0.1 is in use by another program. Choose`
        assert.ok(output.includes(text), output)
        assert.ok(output.includes(`${setting}=${Number(port) + 1}`), output)
        const users = `select 1 from pg_stat_activity
          where datname = current_database() and application_name like 'lodgepole%'`
        await eventually(async () => (await query(url, users)).length === 0)
      }))
  }

  it('names a HOST that is no address of this machine', () =>
    withCleanup(async cleanup => {
      const env = { ...(await serverSettings(cleanup, url)), HOST: '192.0.2.1' }
      const { code, output } = await waitForFailure(startProcess(cleanup, env))
      assert.equal(code, 1, output)
      assert.match(output, /HOST is invalid: '192\.0\.2\.1' is not an address of this machine/)
    }))
})

describe('serve --demo', () => {
  it('uses the next free port without PORT, and reports it', () =>
    withCleanup(async cleanup => {
      const occupied = createServer()
      // The port may be in use by another program, which serves as well.
      await new Promise<void>(resolve => {
        occupied.once('error', () => resolve())
        occupied.listen(3000, '127.0.0.1', resolve)
      })
      cleanup.add(() => void occupied.close())
      const { PORT: _, ...env } = await serverSettings(cleanup, '')
      const options = { env: { ...env, QUERY_PAGE: 'false' } }
      const started = start(cleanup, process.execPath, ['src/main.ts', 'serve', '--demo'], options)
      const address = async () => {
        const [, found] =
          /^Lodgepole is at (http:\/\/localhost:30\d\d),/m.exec(started.output()) ?? []
        assert.ok(found)
        // The curl command is printed after the address, perhaps in a later chunk of the output.
        assert.ok(started.output().includes(`curl -s ${found}/v2/leadsql`))
        return found
      }
      const base = await ready('serve --demo', started, address, { patienceMs: 120_000 })
      assert.notEqual(base, 'http://localhost:3000')
      assert.match(started.output(), /Port 3000 is in use: serving on port 30\d\d/)
      assert.equal((await fetch(`${base}/healthz`)).status, 200)
    }))
})
