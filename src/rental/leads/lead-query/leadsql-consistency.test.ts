import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { makeAgency, makeLead, makeProperty } from '../../../../test/fixtures/rows.ts'
import { engine } from '../../../../test/support/database.ts'
import { leadQuery, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const property_uid = await makeProperty(server, agencyUid)

describe('leads, while others write', () => {
  it('a call is answered from one snapshot, all aliases included', async () => {
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

describe('leads, a call that takes too long', () => {
  it('503 after 30 s, with Retry-After and errors', { skip: engine !== 'postgres' }, async () => {
    const query = `{ leads(agencyUid: "${agencyUid}") { uid } }`
    await db.transaction().execute(async locked => {
      await sql`lock table leads in access exclusive mode`.execute(locked)
      const { status, headers, body } = await leadQuery(server, key, query)
      assert.equal(status, 503)
      assert.ok(Number(headers.get('retry-after')) > 0)
      assert.equal(body.code, 'SERVICE_UNAVAILABLE')
      assert.equal(body.errors[0].extensions.code, 'SERVICE_UNAVAILABLE')
      assert.equal('data' in body, false)
    })
    assert.equal((await leadQuery(server, key, query)).status, 200)
  })
})
