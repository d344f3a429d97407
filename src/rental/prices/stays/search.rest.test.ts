import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { listUnits, makeStay, makeUnitType } from '../../../../test/fixtures/held-nights.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makePeriod,
  makeProperty,
  makeToken,
  makeUnit,
} from '../../../../test/fixtures/rows.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer()

const requested = 'checkInDate=2026-06-11&checkOutDate=2026-06-13' // Thursday to Saturday

/** Creates an agency with a search in it. */
async function agency() {
  const { agencyUid, key } = await makeAgency(server)
  const find = async (query = requested, as = key) => {
    const path = `/v2/properties?agencyUid=${agencyUid}&${query}`
    const { status, body } = await server.request('GET', path, { key: as })
    return status === 200 ? (body.propertiesUids as string[]) : body
  }
  const make = (columns = {}) => makeProperty(server, agencyUid, columns)
  const stay = (propertyUid: string, checkIn: string, checkOut: string, more = {}) =>
    makeStay(server, agencyUid, { propertyUid, checkIn, checkOut, ...more })
  return { agencyUid, find, make, stay }
}

beforeEach(() => server.clock.set(exampleNow))

describe('GET /v2/properties for a stay', () => {
  it('200: returns available properties, newest first, in pages', async () => {
    const { find, make, stay } = await agency()
    const created = (second: number) => ({
      created_at: new Date(1_767_225_600_000 + second * 1_000),
    })
    const occupied = await make(created(1))
    const before = await make(created(2))
    const after = await make(created(3))
    const withTurnover = await make({ ...created(4), turn_over_days: 1 })
    await stay(occupied, '2026-06-12', '2026-06-14')
    await stay(before, '2026-06-09', '2026-06-11')
    await stay(after, '2026-06-13', '2026-06-15')
    await stay(withTurnover, '2026-06-13', '2026-06-15', { turnover: 1 })
    assert.deepEqual(await find(), [after, before])
    assert.deepEqual(await find(`${requested}&limit=1&offset=1`), [before])
    assert.deepEqual(await find(`${requested}&offset=2`), [])
    assert.equal((await find('')).length, 4)
  })

  it('200: leaves out inactive and deleted properties, and those for fewer guests', async () => {
    const { find, make } = await agency()
    await make({ is_active: false })
    await make({ deleted_at: new Date(exampleNow) })
    const small = await make({ max_guests: 2 })
    const big = await make({ max_guests: 4 })
    assert.deepEqual((await find()).sort(), [small, big].sort())
    assert.deepEqual(await find(`${requested}&minimumGuests=3`), [big])
    assert.deepEqual(await find(`${requested}&minimumGuests=5`), [])
  })
})

describe('stay rules of a search', () => {
  it('200: leaves out properties whose rules the stay breaks', async () => {
    const { agencyUid, find, make } = await agency()
    const fitting = await make({ minimum_stay: 2, maximum_stay: 2, booking_window: 23 })
    await make({ minimum_stay: 3 })
    await make({ minimum_weekend_stay: 3 })
    await make({ day_of_week_minimum_stay: JSON.stringify({ THURSDAY: 3 }) })
    await make({ maximum_stay: 1 })
    await make({ booking_window: 22 })
    await make({ booking_lead_time: 24 * 30 })
    await make({ days_of_the_week_to_check_in_on: ['FRIDAY'] })
    const [arriving, leaving] = [await make(), await make()]
    const closed = { date: '2026-06-11', available_for_check_in: false }
    await makePeriod(server, agencyUid, { property_uid: arriving, ...closed })
    const shut = { date: '2026-06-13', available_for_check_out: false }
    await makePeriod(server, agencyUid, { property_uid: leaving, ...shut })
    assert.deepEqual(await find(), [fitting])
  })

  it('200: includes properties that accept requests beyond the rules', async () => {
    const { find, make } = await agency()
    const allowances = {
      allow_booking_requests_above_maximum_stay: true,
      allow_booking_request_when_out_of_lead_time: true,
    }
    const uid = await make({ maximum_stay: 1, booking_lead_time: 24 * 30, ...allowances })
    assert.deepEqual(await find(), [uid])
    assert.deepEqual(await find('checkInDate=2026-05-19&checkOutDate=2026-05-21'), [])
  })
})

describe('properties that a search finds', () => {
  it('200: include masters and unit types, by their units', async () => {
    const { agencyUid, find, make, stay } = await agency()
    const master = await make()
    const [a, b] = [await make({ parent_uid: master }), await make({ parent_uid: master })]
    await stay(a, '2026-06-12', '2026-06-13')
    const locked = await make({ master_bookable: false })
    const sub = await make({ parent_uid: locked })
    const { propertyUid } = await makeUnitType(server, agencyUid, { is_active: true })
    await makeUnit(server.database.kysely, agencyUid, propertyUid, { is_active: false })
    await makeUnit(server.database.kysely, agencyUid, propertyUid)
    const active = (await listUnits(server, agencyUid, propertyUid)).filter((_, i) => i !== 1)
    await stay(propertyUid, '2026-06-11', '2026-06-12', { unitUids: [active[0]] })
    assert.deepEqual((await find()).sort(), [b, sub, propertyUid].sort())
    await stay(propertyUid, '2026-06-12', '2026-06-13', { unitUids: [active[1]] })
    assert.deepEqual((await find()).sort(), [b, sub].sort())
  })

  it('200: are limited to grants for a partner', async () => {
    const { agencyUid, find, make } = await agency()
    const { partnerUid } = await makePartner(server)
    const [granted] = [await make(), await make()]
    await grant(server, { agencyUid, partnerUid, objectUid: granted! })
    const token = await makeToken(server, partnerUid, agencyUid)
    assert.deepEqual(await find(requested, token), [granted])
  })

  it('400: rejects one date without the other, and a stay without nights', async () => {
    const { find } = await agency()
    assert.equal((await find('checkInDate=2026-06-11')).parameter, 'checkOutDate')
    assert.equal((await find('checkOutDate=2026-06-11')).parameter, 'checkInDate')
    const nothing = await find('checkInDate=2026-06-11T10:00&checkOutDate=2026-06-11T12:00')
    assert.equal(nothing.code, 'INVALID_DATE_RANGE')
    assert.equal((await find('checkInDate=x&checkOutDate=2026-06-11')).code, 'INVALID_PARAMETER')
    assert.deepEqual(await find('checkInDate=0001-01-01&checkOutDate=9999-12-31'), [])
  })
})
