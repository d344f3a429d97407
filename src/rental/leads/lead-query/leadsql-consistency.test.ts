import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { engine } from '../../../../test/support/database.ts'
import { leadQuery, send, startServer } from '../../../../test/support/server.ts'
import { openPostgres } from '../../../platform/db/postgres/open-postgres.ts'
import { buildApp } from '../../../server/app.ts'
import { placement } from '../../table-placement.ts'
import type { Tables } from '../../tables.ts'

const server = await startServer()
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const property_uid = await makeProperty(server, agencyUid)

describe('leads, with concurrent writes', () => {
  it('reads all aliases of a request from one snapshot', async () => {
    let stop = false
    const write = async () => {
      while (!stop) {
        await makeLead(server, agencyUid, { property_uid })
        await setImmediate()
      }
    }
    const writers = [write(), write()]
    const query = `{ a: leads(agencyUid: "${agencyUid}") { uid }
      b: leads(propertyUids: ["${property_uid}"]) { uid }
      c: leads(propertyUid: "${property_uid}", _limit: 1000) { uid } }`
    const counts = new Set<number>()
    for (let i = 0; i < 40; i++) {
      const { data } = (await leadQuery(server, key, query)).body
      assert.deepEqual(data.b, data.a)
      assert.deepEqual(data.c, data.a.slice(0, 1_000))
      counts.add(data.a.length)
    }
    stop = true
    await Promise.all(writers)
    assert.ok(counts.size > 1, 'the writers wrote meanwhile')
  })
})

describe('leads, timeout', () => {
  const query = `{ leads(agencyUid: "${agencyUid}") { uid } }`
  const options = { skip: engine !== 'postgres' }

  it('503: returns Retry-After and errors', options, async () => {
    const { url } = server.database.connection as { url: string }
    const database = await openPostgres<Tables>({
      url,
      limits: { readMs: 300 },
      placement,
      onConnectionLost: () => {},
    })
    await database.clock.synchronize()
    const app = await buildApp({ ...server, database })
    after(async () => {
      await app.close()
      await database.close()
    })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    await db.transaction().execute(async locked => {
      await sql`lock table leads in access exclusive mode`.execute(locked)
      const sent = { key, body: query }
      const { status, headers, body } = await send(`${address}/v2/leadsql`, 'POST', sent)
      assert.equal(status, 503)
      assert.ok(Number(headers.get('retry-after')) > 0)
      assert.equal(body.code, 'SERVICE_UNAVAILABLE')
      assert.equal(body.errors[0].extensions.code, 'SERVICE_UNAVAILABLE')
      assert.equal('data' in body, false)
    })
    assert.equal((await leadQuery(server, key, query)).status, 200)
  })

  it('has a statement timeout of 30 s', options, async () => {
    const statement = { name: 'limit', text: 'show statement_timeout' }
    assert.deepEqual(await server.database.read(statement, []), [['30s']])
  })
})
