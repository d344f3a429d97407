/** Deletion of properties: contract/properties.md §3.2. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeLead,
  makeOccupancy,
  makeOrder,
  makePartner,
  makeProperty,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const db = server.database.kysely
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)

const make = (columns = {}) => makeProperty(server, agencyUid, columns)
const remove = (uid: string, by = key) =>
  server.request('DELETE', `/api/v3.3/properties/${uid}`, { key: by })
const get = (path: string) => server.request('GET', path, { key })

async function occupancies(leadUid: string) {
  return db
    .selectFrom('occupancies')
    .select('unit_uid')
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', leadUid)
    .execute()
}

/** Creates a lead that has nights on the property's unit. */
async function hold(propertyUid: string, columns: object): Promise<string> {
  const dates = { check_in_local: '2027-06-10T16:00:00', check_out_local: '2027-06-13T11:00:00' }
  const check_out_at = new Date('2027-06-13T17:00:00Z')
  const lead_uid = await makeLead(server, agencyUid, {
    ...{ property_uid: propertyUid, ...dates, check_out_at },
    ...columns,
  })
  const { uid } = await db
    .selectFrom('units')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('property_uid', '=', propertyUid)
    .executeTakeFirstOrThrow()
  const occupied = '[2027-06-10,2027-06-13)'
  await makeOccupancy(server, agencyUid, { unit_uid: uid, lead_uid, occupied })
  return lead_uid
}

describe('DELETE /properties/{uid}', () => {
  it('204, then 404 in v3, 409 in v2, 403 in queries, and absent from lists', async () => {
    const uid = await make()
    assert.equal((await remove(uid)).status, 204)
    assert.equal((await get(`/api/v3/properties/${uid}`)).body.code, 'PROPERTY_NOT_FOUND')
    const legacy = await get(`/v2/properties/${uid}`)
    assert.deepEqual([legacy.status, legacy.body.code], [409, 'PROPERTY_REMOVED'])
    assert.equal((await get(`/api/v3.3/photos?propertyUid=${uid}`)).body.code, 'ACCESS_DENIED')
    const { body } = await get(`/api/v3.3/properties?agencyUid=${agencyUid}&_limit=1000`)
    assert.ok(!body.properties.some((property: { uid: string }) => property.uid === uid))
    assert.equal((await remove(uid)).status, 404)
  })

  for (const [status, type] of [
    ['BOOKED', 'BOOKING'],
    ['PENDING', 'BOOKING_REQUEST'],
    ['PENDING_APPROVED', 'BOOKING_REQUEST'],
    ['ON_HOLD', 'INQUIRY'],
  ]) {
    it(`409: rejects deletion while a lead that is ${status} has not checked out`, async () => {
      const uid = await make()
      const leadUid = await hold(uid, { type, status })
      const response = await remove(uid)
      assert.deepEqual([response.status, response.body.code], [409, 'STATE_CONFLICT'])
      assert.equal((await get(`/api/v3.3/properties/${uid}`)).status, 200)
      assert.equal((await get(`/api/v3.3/leads/${leadUid}`)).status, 200)
    })
  }
})

describe('records of a deleted property', () => {
  it('past stays and their orders can still be read', async () => {
    const uid = await make()
    const dates = { check_in_local: '2026-05-01T16:00:00', check_out_local: '2026-05-04T11:00:00' }
    const check_out_at = new Date('2026-05-04T17:00:00Z')
    const booked = { type: 'BOOKING', status: 'BOOKED', property_uid: uid }
    const leadUid = await makeLead(server, agencyUid, { ...booked, ...dates, check_out_at })
    await makeOrder(server, agencyUid, leadUid)
    assert.equal((await remove(uid)).status, 204)
    assert.equal((await get(`/api/v3.3/leads/${leadUid}`)).body.lead.propertyUid, uid)
  })

  it('its blocks are deleted, its inquiries stay without a property', async () => {
    const uid = await make()
    const block = await hold(uid, { type: 'BLOCK', status: 'BLOCKED' })
    const inquiry = await makeLead(server, agencyUid, { property_uid: uid })
    server.clock.advance(60_000)
    assert.equal((await remove(uid)).status, 204)
    assert.equal((await get(`/api/v3.3/leads/${block}`)).status, 404)
    assert.deepEqual(await occupancies(block), [])
    const { lead } = (await get(`/api/v3.3/leads/${inquiry}`)).body
    assert.equal(lead.propertyUid, null)
    const now = server.clock.now().toISOString().slice(0, 19)
    assert.equal(lead.metadata.updatedUtcDateTime, now)
  })

  it('204: an expired hold is an inquiry and holds no night', async () => {
    const uid = await make()
    const timer_ends_at = server.clock.now()
    const expired = await hold(uid, { type: 'INQUIRY', status: 'ON_HOLD', timer_ends_at })
    assert.equal((await remove(uid)).status, 204)
    assert.deepEqual(await occupancies(expired), [])
  })
})

describe('refusals of DELETE /properties/{uid}', () => {
  it('409 for a master with sub-properties; 204 without', async () => {
    const uid = await make()
    const sub = await make({ parent_uid: uid })
    assert.equal((await remove(uid)).body.code, 'STATE_CONFLICT')
    assert.equal((await remove(sub)).status, 204)
    assert.equal((await remove(uid)).status, 204)
  })

  it('404 for a foreign or not granted property; 403 for a READ grant', async () => {
    const [open, readable] = [await make(), await make()]
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: open })
    await grant(server, { agencyUid, partnerUid, objectUid: readable, access: 'READ' })
    const token = await makeToken(server, partnerUid, agencyUid)
    assert.equal((await remove(readable, token)).body.code, 'READ_ONLY_GRANT')
    assert.equal((await remove(await make(), token)).body.code, 'PROPERTY_NOT_FOUND')
    assert.equal((await remove(open, foreign.key)).body.code, 'PROPERTY_NOT_FOUND')
    assert.equal((await remove(open, token)).status, 204)
  })

  it('updatedSince lists the property as deleted', async () => {
    const uid = await make()
    server.clock.advance(1_000)
    const updatedSince = server.clock.now().toISOString()
    server.clock.advance(1_000)
    await remove(uid)
    const path = `/api/v3.3/properties?agencyUid=${agencyUid}&updatedSince=${updatedSince}`
    assert.deepEqual((await get(path)).body._metadata.deletedUids, [uid])
  })
})
