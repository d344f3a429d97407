/** A start that fails ends the process, says why, and leaves nothing open: docs/operating.md. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { createDatabaseUrl } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { settingsOf, startProcess } from '../support/lodgepole.ts'
import { query } from '../support/postgres.ts'
import { freePort, ready, type Started, start } from '../support/processes.ts'
import { withCleanup } from '../support/temporary.ts'

let taken: Server
let port = ''
const url = await createDatabaseUrl()

before(async () => {
  taken = createServer()
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  port = String((taken.address() as AddressInfo).port)
})
after(() => taken.close())

/** Output and exit code of a process that ends by itself. */
async function failed(started: Started) {
  await eventually(() => started.exited() !== null, 60)
  return { code: started.exited(), output: started.output() }
}

describe('a process whose port is taken', () => {
  const starts: ['serve' | 'work', string][] = [
    ['serve', 'PORT'],
    ['serve', 'METRICS_PORT'],
    ['work', 'METRICS_PORT'],
  ]
  for (const [command, setting] of starts) {
    it(`names ${setting}, and ends with 1: ${command}`, () =>
      withCleanup(async cleanup => {
        const env = { ...(await settingsOf(cleanup, url, await freePort())), [setting]: port }
        const { code, output } = await failed(startProcess(cleanup, env, command))
        assert.equal(code, 1, output)
        const text = `lodgepole: Port ${port} on 127.0.0.1 is in use by another program. Choose`
        assert.ok(output.includes(text), output)
        assert.ok(output.includes(`${setting}=${Number(port) + 1}`), output)
        const users = `select 1 from pg_stat_activity
          where datname = current_database() and application_name like 'lodgepole%'`
        await eventually(async () => (await query(url, users)).length === 0)
      }))
  }

  it('names HOST where that is none of this machine', () =>
    withCleanup(async cleanup => {
      const env = { ...(await settingsOf(cleanup, url)), HOST: '192.0.2.1' }
      const { code, output } = await failed(startProcess(cleanup, env))
      assert.equal(code, 1, output)
      assert.match(output, /HOST is invalid: '192\.0\.2\.1' is not an address of this machine/)
    }))
})

describe('serve --demo', () => {
  it('takes the next free port without PORT, and says so', () =>
    withCleanup(async cleanup => {
      const occupied = createServer()
      // Another program may have it, which serves as well.
      await new Promise<void>(resolve => {
        occupied.once('error', () => resolve())
        occupied.listen(3000, '127.0.0.1', resolve)
      })
      cleanup.add(() => void occupied.close())
      const { PORT: _, ...env } = await settingsOf(cleanup, '')
      const options = { env: { ...env, QUERY_PAGE: 'false' } }
      const started = start(cleanup, process.execPath, ['src/main.ts', 'serve', '--demo'], options)
      const address = async () => {
        const [, found] =
          /^Lodgepole is at (http:\/\/localhost:30\d\d),/m.exec(started.output()) ?? []
        assert.ok(found)
        return found
      }
      const base = await ready('serve --demo', started, address, { patienceMs: 120_000 })
      assert.notEqual(base, 'http://localhost:3000')
      assert.match(started.output(), /Port 3000 is in use: serving on port 30\d\d/)
      assert.ok(started.output().includes(`curl -s ${base}/v2/leadsql`))
      assert.equal((await fetch(`${base}/healthz`)).status, 200)
    }))
})
