/** Units of unit types: contract/properties.md §7.2, §7.4. */
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
const { agencyUid, key } = await makeAgency(server)
const foreign = await makeAgency(server)
const hotelUid = await makeHotel(server, agencyUid)
const standalone = await makeProperty(server, agencyUid)

const call = (method: string, path: string, body?: unknown, by = key, version = 'v3.3') =>
  server.request(method, `/api/${version}/multi-units${path}`, { key: by, body })

/** Creates a unit type of the hotel with units of the given names. */
async function makeType(unitNames: string[]): Promise<string> {
  const { status, body } = await call('POST', '/unit-types', { hotelUid, name: 'Twin', unitNames })
  assert.equal(status, 201)
  return body.unitType.uid
}

const listUnits = async (unitTypeUid: string) =>
  (await call('GET', `/units?unitTypeUid=${unitTypeUid}`)).body.units
const changedAt = async (path: string, wrapper: string) =>
  (await call('GET', path)).body[wrapper].updatedUtcDateTime

/** Creates a booked lead on a unit; `checkOut` is the day after the last night. */
async function book(unitUid: string, propertyUid: string, checkOut: string) {
  const lead_uid = await makeLead(server, agencyUid, {
    type: 'BOOKING',
    status: 'BOOKED',
    property_uid: propertyUid,
    unit_uid: unitUid,
    check_in_local: '2026-05-18T16:00:00',
    check_out_local: `${checkOut}T11:00:00`,
    check_out_at: new Date(`${checkOut}T17:00:00Z`),
  })
  const occupied = `[2026-05-18,${checkOut})`
  await makeOccupancy(server, agencyUid, { unit_uid: unitUid, lead_uid, occupied })
}

describe('GET /multi-units/units', () => {
  it('lists the units of a unit type, oldest first, in every v3', async () => {
    const unitTypeUid = await makeType(['102', '101'])
    const path = `/units?unitTypeUid=${unitTypeUid}`
    const { body } = await call('GET', path, undefined, key, 'v3.1')
    assert.deepEqual(Object.keys(body), ['units', '_metadata'])
    assert.deepEqual(body._metadata, { count: 2, totalCount: 2 })
    const [{ uid, ...unit }] = body.units
    assert.deepEqual(unit, {
      unitTypeUid,
      hotelUid,
      name: '102',
      createdAt: '2026-05-20T15:00:00',
      updatedAt: '2026-05-20T15:00:00',
      active: true,
    })
    assert.deepEqual((await call('GET', `/units/${uid}`)).body.unit, { uid, ...unit })
    assert.equal((await call('GET', path, undefined, key, 'v3')).status, 200)
  })

  it('400 without a unit type; 403 for an unknown uid or another property', async () => {
    assert.equal((await call('GET', '/units')).body.code, 'REQUIRED_PARAMETER')
    const foreignUid = await makeProperty(server, foreign.agencyUid, {
      hotel_uid: await makeHotel(server, foreign.agencyUid),
    })
    for (const uid of [randomUUID(), 'x', standalone, hotelUid, foreignUid]) {
      const { status, body } = await call('GET', `/units?unitTypeUid=${uid}`)
      assert.deepEqual([status, body.code], [403, 'ACCESS_DENIED'])
    }
  })

  it('404 for the single unit of another property', async () => {
    const db = server.database.kysely
    const own = await db
      .selectFrom('units')
      .select('uid')
      .where('agency_uid', '=', agencyUid)
      .where('property_uid', '=', standalone)
      .executeTakeFirstOrThrow()
    assert.equal((await call('GET', `/units/${own.uid}`)).body.code, 'UNIT_NOT_FOUND')
  })
})

describe('POST, PATCH and DELETE /multi-units/units', () => {
  it('201: adds a unit, and updates its unit type and hotel', async () => {
    const unitTypeUid = await makeType(['1'])
    server.clock.advance(60_000)
    const { status, body } = await call('POST', '/units', { unitTypeUid, name: ' 2 ' })
    assert.equal(status, 201)
    assert.equal(body.unit.name, '2')
    const now = server.clock.now().toISOString().slice(0, 19)
    assert.equal(await changedAt(`/unit-types/${unitTypeUid}`, 'unitType'), now)
    assert.equal(await changedAt(`/multi-unit-properties/${hotelUid}`, 'multiUnitProperty'), now)
    const { numberOfUnits, numberOfActiveUnits } = (await call('GET', `/unit-types/${unitTypeUid}`))
      .body.unitType
    assert.deepEqual([numberOfUnits, numberOfActiveUnits], [2, 2])
  })

  it('409: rejects two units with the same name, on creation and on change', async () => {
    const unitTypeUid = await makeType(['1', '2'])
    const [one, two] = await listUnits(unitTypeUid)
    const again = await call('POST', '/units', { unitTypeUid, name: '1' })
    assert.deepEqual([again.status, again.body.code], [409, 'ALREADY_EXISTS'])
    assert.equal(again.body.existingUid, one.uid)
    const renamed = await call('PATCH', `/units/${two.uid}`, { name: '1' })
    assert.equal(renamed.body.code, 'ALREADY_EXISTS')
    const body = { unitTypeUid, name: '3' }
    const racing = await Promise.all([1, 2, 3].map(() => call('POST', '/units', body)))
    assert.deepEqual(racing.map(({ status }) => status).sort(), [201, 409, 409])
  })

  it('200: renames and deactivates a unit; equal values change nothing', async () => {
    const unitTypeUid = await makeType(['1', '2'])
    const [{ uid }] = await listUnits(unitTypeUid)
    server.clock.advance(60_000)
    const { body } = await call('PATCH', `/units/${uid}`, { name: 'Attic', active: false })
    assert.deepEqual([body.unit.name, body.unit.active], ['Attic', false])
    const typeChanged = await changedAt(`/unit-types/${unitTypeUid}`, 'unitType')
    assert.equal(typeChanged, body.unit.updatedAt)
    server.clock.advance(60_000)
    const same = await call('PATCH', `/units/${uid}`, { name: ' Attic ', active: false })
    assert.equal(same.body.unit.updatedAt, typeChanged)
    assert.equal(await changedAt(`/unit-types/${unitTypeUid}`, 'unitType'), typeChanged)
  })

  it('409: rejects deactivation and deletion while a stay has not ended', async () => {
    const unitTypeUid = await makeType(['1', '2'])
    const [held, past] = await listUnits(unitTypeUid)
    await book(held.uid, unitTypeUid, '2027-06-01')
    await book(past.uid, unitTypeUid, '2026-05-19')
    for (const response of [
      await call('PATCH', `/units/${held.uid}`, { active: false }),
      await call('DELETE', `/units/${held.uid}`),
    ]) {
      assert.deepEqual([response.status, response.body.code], [409, 'STATE_CONFLICT'])
    }
    assert.equal((await call('PATCH', `/units/${held.uid}`, { name: 'Held' })).status, 200)
    assert.equal((await call('DELETE', `/units/${past.uid}`)).status, 204)
    assert.equal((await call('GET', `/units/${past.uid}`)).status, 404)
    assert.equal((await listUnits(unitTypeUid)).length, 1)
    assert.equal((await call('POST', '/units', { unitTypeUid, name: '2' })).status, 201)
  })
})

describe('refusals of POST /multi-units/units', () => {
  const refusals: [string, object, string][] = [
    ['no unit type', { name: '1' }, 'REQUIRED_PARAMETER'],
    ['no name', { unitTypeUid: standalone }, 'REQUIRED_PARAMETER'],
    ['a blank name', { unitTypeUid: standalone, name: ' ' }, 'INVALID_PARAMETER'],
    ['a long name', { unitTypeUid: standalone, name: 'x'.repeat(256) }, 'INVALID_PARAMETER'],
    ['no unit type', { unitTypeUid: standalone, name: '1' }, 'ACCESS_DENIED'],
  ]
  for (const [what, body, code] of refusals) {
    it(`${code}: ${what}`, async () => {
      assert.equal((await call('POST', '/units', body)).body.code, code)
    })
  }

  it('405 before v3.3', async () => {
    assert.equal((await call('POST', '/units', {}, key, 'v3.2')).status, 405)
  })
})

describe('access of partners to units', () => {
  it('partners access units through a grant on the hotel or the unit type', async () => {
    const unitTypeUid = await makeType(['1'])
    const [{ uid }] = await listUnits(unitTypeUid)
    const tokenWith = async (object: string, access: 'READ' | 'READ_WRITE', isHotel = false) => {
      const { partnerUid } = await makePartner(server)
      await grant(server, { agencyUid, partnerUid, objectUid: object, access, isHotel })
      return makeToken(server, partnerUid, agencyUid)
    }
    const patch = (by: string) => call('PATCH', `/units/${uid}`, { name: '1' }, by)
    assert.equal((await patch(await tokenWith(hotelUid, 'READ_WRITE', true))).status, 200)
    assert.equal((await patch(await tokenWith(unitTypeUid, 'READ_WRITE'))).status, 200)
    const reader = await tokenWith(unitTypeUid, 'READ')
    assert.equal((await patch(reader)).body.code, 'READ_ONLY_GRANT')
    assert.equal((await call('GET', `/units/${uid}`, undefined, reader)).status, 200)
    const other = await tokenWith(standalone, 'READ_WRITE')
    assert.equal((await patch(other)).body.code, 'UNIT_NOT_FOUND')
    assert.equal((await patch(foreign.key)).body.code, 'UNIT_NOT_FOUND')
  })
})
