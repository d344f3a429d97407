/** Legacy masters and their sub-properties: contract/properties.md §8, contract/pricing.md §9. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  grant,
  makeAgency,
  makeHotel,
  makeLead,
  makeOccupancy,
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
const setParent = (uid: string, parentUid: string | null, by = key) =>
  server.request('PATCH', `/api/v3.3/properties/${uid}`, { key: by, body: { parentUid } })
const get = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/properties/${uid}`, { key })).body.property
const legacy = (method: string, uid: string, body?: unknown) =>
  server.request(method, `/v2/units?propertyUid=${uid}`, { key, body })

/** Returns the single unit of a property. */
async function findUnit(propertyUid: string): Promise<string> {
  const unit = await db
    .selectFrom('units')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('property_uid', '=', propertyUid)
    .executeTakeFirstOrThrow()
  return unit.uid
}

/** Creates a booked lead that holds nights of these units, with one turnover night. */
async function book(propertyUid: string, unitUids: string[], from: string, to: string) {
  const lead = { type: 'BOOKING', status: 'BOOKED', property_uid: propertyUid }
  const lead_uid = await makeLead(server, agencyUid, {
    ...lead,
    check_in_local: `${from}T16:00:00`,
    check_out_local: `${to}T11:00:00`,
    check_out_at: new Date(`${to}T17:00:00Z`),
  })
  const held = { lead_uid, occupied: `[${from},${to})`, turnover_after: 1 }
  for (const unit_uid of unitUids) await makeOccupancy(server, agencyUid, { unit_uid, ...held })
  return lead_uid
}

async function heldBy(leadUid: string) {
  const rows = await db
    .selectFrom('occupancies')
    .select(['unit_uid', 'occupied', 'turnover_after'])
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', leadUid)
    .execute()
  const ranges = new Set(rows.map(row => `${row.occupied} ${row.turnover_after}`))
  assert.ok(ranges.size <= 1, 'one range for all units')
  return { units: rows.map(row => row.unit_uid).sort(), range: [...ranges][0] }
}

describe('parentUid', () => {
  it('links a sub-property to its master, and unlinks it', async () => {
    const [master, sub] = [await make(), await make()]
    server.clock.advance(60_000)
    const linked = await setParent(sub, master)
    assert.deepEqual([linked.status, linked.body.property.parentUid], [200, master])
    assert.equal(linked.body.property.businessType, 'SUB_UNIT')
    const now = server.clock.now().toISOString().slice(0, 19)
    assert.equal(linked.body.property.updatedUtcDateTime, now)
    const { businessType, updatedUtcDateTime } = await get(master)
    assert.deepEqual([businessType, updatedUtcDateTime], ['MULTI_UNIT', now])
    server.clock.advance(60_000)
    assert.equal((await setParent(sub, master)).body.property.updatedUtcDateTime, now)
    const alone = await setParent(sub, null)
    assert.equal(alone.body.property.businessType, 'STANDALONE_PROPERTY')
    assert.equal((await get(master)).businessType, 'STANDALONE_PROPERTY')
  })

  it('can be set at creation', async () => {
    const parentUid = await make()
    const body = { name: 'Annex', agencyUid, parentUid }
    const { status, body: created } = await server.request('POST', '/api/v3.2/properties', {
      ...{ key, body },
    })
    assert.deepEqual([status, created.property.parentUid], [201, parentUid])
  })

  it('400: rejects the property itself, a second level, and unit types', async () => {
    const [master, sub, other] = [await make(), await make(), await make()]
    await setParent(sub, master)
    const unitType = await make({ hotel_uid: await makeHotel(server, agencyUid) })
    for (const [property, parent] of [
      [other, other],
      [other, sub],
      [master, other],
      [other, unitType],
      [unitType, other],
    ] as const) {
      const { status, body } = await setParent(property, parent)
      assert.deepEqual([status, body.code, body.parameter], [400, 'INVALID_PARAMETER', 'parentUid'])
    }
  })

  it('403 for an unknown, foreign or read-only master', async () => {
    const sub = await make()
    const foreignUid = await makeProperty(server, foreign.agencyUid)
    for (const parent of [randomUUID(), 'x', foreignUid]) {
      assert.equal((await setParent(sub, parent)).body.code, 'ACCESS_DENIED')
    }
    const { partnerUid } = await makePartner(server)
    const [readable, closed] = [await make(), await make()]
    await grant(server, { agencyUid, partnerUid, objectUid: sub })
    await grant(server, { agencyUid, partnerUid, objectUid: readable, access: 'READ' })
    const token = await makeToken(server, partnerUid, agencyUid)
    assert.equal((await setParent(sub, readable, token)).body.code, 'READ_ONLY_GRANT')
    assert.equal((await setParent(sub, closed, token)).body.code, 'ACCESS_DENIED')
  })
})

describe('nights of a family', () => {
  it('a master\u2019s leads take every sub\u2019s unit, and its own again at the end', async () => {
    const [master, a, b] = [await make(), await make(), await make()]
    const [own, unitA, unitB] = [await findUnit(master), await findUnit(a), await findUnit(b)]
    const leadUid = await book(master, [own], '2027-06-10', '2027-06-13')
    const range = '[2027-06-10,2027-06-13) 1'
    await setParent(a, master)
    assert.deepEqual(await heldBy(leadUid), { units: [unitA], range })
    await setParent(b, master)
    assert.deepEqual(await heldBy(leadUid), { units: [unitA, unitB].sort(), range })
    await setParent(a, null)
    assert.deepEqual(await heldBy(leadUid), { units: [unitB], range })
    await server.request('DELETE', `/api/v3.3/properties/${b}`, { key })
    assert.deepEqual(await heldBy(leadUid), { units: [own], range })
  })

  it('past nights do not move', async () => {
    const [master, a] = [await make(), await make()]
    const own = await findUnit(master)
    const past = await book(master, [own], '2026-05-01', '2026-05-19')
    const present = await book(master, [own], '2026-05-20', '2026-05-21')
    await setParent(a, master)
    assert.deepEqual((await heldBy(past)).units, [own])
    assert.deepEqual((await heldBy(present)).units, [await findUnit(a)])
  })

  it('409: rejects leads that would share a night, and writes nothing', async () => {
    const [master, a, late] = [await make(), await make(), await make()]
    await setParent(a, master)
    const unitA = await findUnit(a)
    const leadUid = await book(master, [unitA], '2027-06-10', '2027-06-12')
    await book(late, [await findUnit(late)], '2027-06-11', '2027-06-12')
    const before = await get(late)
    const { status, body } = await setParent(late, master)
    assert.deepEqual([status, body.code], [409, 'STATE_CONFLICT'])
    assert.deepEqual(await get(late), before)
    assert.deepEqual((await heldBy(leadUid)).units, [unitA])
  })

  it('an expired hold does not block the change', async () => {
    const [master, late] = [await make(), await make()]
    await book(master, [await findUnit(master)], '2027-06-10', '2027-06-12')
    const held = await book(late, [await findUnit(late)], '2027-06-11', '2027-06-12')
    await db
      .updateTable('leads')
      .set({ type: 'INQUIRY', status: 'ON_HOLD', timer_ends_at: server.clock.now() })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', held)
      .execute()
    assert.equal((await setParent(late, master)).status, 200)
  })

  it('moving from one master to another updates both', async () => {
    const [one, two, sub] = [await make(), await make(), await make()]
    await setParent(sub, one)
    const lead = await book(one, [await findUnit(sub)], '2027-06-10', '2027-06-12')
    assert.equal((await setParent(sub, two)).status, 200)
    assert.deepEqual((await heldBy(lead)).units, [await findUnit(one)])
    assert.equal((await get(one)).businessType, 'STANDALONE_PROPERTY')
    assert.equal((await get(two)).businessType, 'MULTI_UNIT')
  })
})

describe('/v2/units', () => {
  it('returns the family for its master and its sub-properties', async () => {
    const master = await make()
    const subs = [await make({ name: 'B' }), await make({ name: 'A' })]
    for (const sub of subs) await setParent(sub, master)
    const family = {
      masterPropertyUid: master,
      masterBookable: true,
      subPropertiesUids: subs.toReversed(),
    }
    for (const uid of [master, ...subs]) {
      assert.deepEqual((await legacy('GET', uid)).body, family)
    }
    assert.equal((await legacy('GET', '')).status, 400)
    assert.equal((await legacy('GET', randomUUID())).status, 403)
  })

  it('replaces the sub-properties of a master, and sets masterBookable', async () => {
    const [master, a, b, c] = [await make(), await make(), await make(), await make()]
    await legacy('PUT', master, { subPropertiesUids: [a, b] })
    const body = { subPropertiesUids: [b, c], masterBookable: false }
    const { body: family } = await legacy('PUT', master, body)
    assert.deepEqual(family.subPropertiesUids.toSorted(), [b, c].toSorted())
    assert.equal(family.masterBookable, false)
    assert.equal((await get(a)).parentUid, null)
    assert.equal((await get(c)).parentUid, master)
    const { updatedUtcDateTime } = await get(master)
    server.clock.advance(60_000)
    await legacy('PUT', master, body)
    assert.equal((await get(master)).updatedUtcDateTime, updatedUtcDateTime)
    assert.deepEqual((await legacy('PUT', master, { subPropertiesUids: [] })).body, {
      masterPropertyUid: master,
      masterBookable: false,
      subPropertiesUids: [],
    })
  })

  it('400 and 403: rejects invalid sub-properties, and writes nothing', async () => {
    const [master, other, taken, free] = [await make(), await make(), await make(), await make()]
    await setParent(taken, other)
    for (const [subs, code] of [
      [[free, master], 'INVALID_PARAMETER'],
      [[free, taken], 'INVALID_PARAMETER'],
      [[free, other], 'INVALID_PARAMETER'],
      [[free, randomUUID()], 'ACCESS_DENIED'],
      ['x', 'INVALID_PARAMETER'],
      [undefined, 'REQUIRED_PARAMETER'],
    ] as const) {
      const { body } = await legacy('PUT', master, { subPropertiesUids: subs })
      assert.equal(body.code, code)
      assert.equal((await get(free)).parentUid, null)
    }
  })
})
