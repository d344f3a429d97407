import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Config, readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/db/database.ts'
import type { Tables } from '../../src/rental/tables.ts'
import { buildApp } from '../../src/server/app.ts'
import { openDatabase } from '../../src/server/database.ts'
import { openRuntime } from '../../src/server/runtime.ts'
import { startWork } from '../../src/server/start-workers.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { createDatabaseUrl, engine } from '../support/database.ts'
import { secretKeyText } from '../support/databases/secret-keys.ts'
import { openFaultProxy } from '../support/external-services/fault-proxy.ts'
import { send, type TestResponse, type TestServer } from '../support/server.ts'

describe('an unavailable database', {
  skip: engine !== 'postgres' && 'it is in the process',
}, async () => {
  if (engine !== 'postgres') return
  const target = await createDatabaseUrl()
  const { hostname: host, port } = new URL(target)
  const proxy = await openFaultProxy({ host, port: Number(port) })
  const url = new URL(target)
  url.port = String(proxy.port)
  const secret = secretKeyText()
  const env = { DATABASE_URL: String(url), LOG_LEVEL: 'silent', SECRET_KEY: secret }
  const config = readConfig(env)
  const database = await openDatabase(config)
  const { base, close } = await serve(config, database)
  const { agencyUid, key } = await makeAgency({ database } as TestServer)
  after(async () => {
    await close()
    await database.close()
    await proxy.close()
  })
  const list = () => send(`${base}/api/v3.3/agencies`, 'GET', { key })
  const query = () => {
    const body = `{ leads(agencyUid: "${agencyUid}") { uid } }`
    return send(`${base}/v2/leadsql`, 'POST', { key, body })
  }
  const assertRefused = ({ status, headers, body }: TestResponse) => {
    assert.equal(status, 503)
    assert.equal(body.code, 'SERVICE_UNAVAILABLE')
    assert.equal(headers.get('retry-after'), '1')
  }

  it('503 while it is unavailable, 200 as soon as it returns', async () => {
    assert.equal((await list()).status, 200)
    await proxy.close()
    assertRefused(await list())
    const response = await query()
    assertRefused(response)
    assert.equal(response.body.errors[0].extensions.code, 'SERVICE_UNAVAILABLE')
    assert.equal('data' in response.body, false)
    assertRefused(await send(`${base}/readyz`, 'GET'))
    assert.equal((await send(`${base}/healthz`, 'GET')).status, 200)
    await proxy.open()
    assert.equal((await list()).status, 200)
    assert.deepEqual((await query()).body, { data: { leads: [] } })
  })

  it('resumes background work when it returns', async () => {
    const propertyUid = await makeProperty({ database } as TestServer, agencyUid)
    await proxy.close()
    assertRefused(await list())
    await proxy.open()
    await waitForPriceTask(`${base}/api/v3.3/pricing-periods/bulk`, key, propertyUid)
  })

  it('503 for a write whose connection is lost, which then has no effect', async () => {
    const path = `${base}/api/v3.3/agencies/${agencyUid}/settings`
    const row = `select 1 from agency_settings where agency_uid = '${agencyUid}' for update`
    const holding = database.exclusively(async script => {
      await script(row)
      const writing = send(path, 'PATCH', { key, body: { holdHours: 99 } })
      await new Promise(resolve => setTimeout(resolve, 200))
      await proxy.close()
      return writing
    })
    assertRefused(await holding.catch(() => send(path, 'GET', { key })))
    await proxy.open()
    const { body } = await send(path, 'GET', { key })
    assert.equal(body.agencySettings.holdHours, 24)
  })
})

/** Starts a server with background work. */
async function serve(config: Config, database: Database<Tables>) {
  const runtime = await openRuntime(config, database, systemClock)
  const app = await buildApp(runtime)
  const work = await startWork(runtime, app.log)
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  const close = async () => {
    await app.close()
    await work.stop()
  }
  return { base, close }
}

/** Creates a pricing task and waits until it is completed. */
async function waitForPriceTask(path: string, key: string, propertyUid: string): Promise<void> {
  const pricingPeriod = { propertyUid, date: '2027-06-10', price: 5 }
  const operations = [{ operation: 'SET', pricingPeriod }]
  const { body } = await send(path, 'POST', { key, body: { operations } })
  const status = async () =>
    (await send(`${path}/${body.task.uid}`, 'GET', { key })).body.task.status
  for (let attempt = 0; (await status()) !== 'COMPLETED'; attempt++) {
    assert.ok(attempt < 600, 'the task is not done')
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
