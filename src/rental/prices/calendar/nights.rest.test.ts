import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import type { Insertable } from 'kysely'
import { daysWith, monthReader } from '../../../../test/fixtures/calendars.ts'
import { listUnits, makeStay, makeUnitType } from '../../../../test/fixtures/held-nights.ts'
import { makeAgency, makeProperty, makeUnit } from '../../../../test/fixtures/rows.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'
import type { PropertiesTable } from '../../tables.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)

const settings = 'PROPERTY_AVAILABILITY_SETTINGS'

const make = (columns: Partial<Insertable<PropertiesTable>> = {}) =>
  makeProperty(server, agencyUid, columns)
const stay = (propertyUid: string, checkIn: string, checkOut: string, more = {}) =>
  makeStay(server, agencyUid, { propertyUid, checkIn, checkOut, ...more })

const month = monthReader(server, key)

/** Returns the reasons of days of June 2027. */
async function reasons(uid: string, ...days: number[]) {
  const entries = await month(uid)
  return days.map(day => entries[day]!.unavailabilityReason)
}

beforeEach(() => server.clock.set(exampleNow))

describe('occupied nights of a single unit', () => {
  it('a booking with turnover occupies its nights and a night before and after', async () => {
    const uid = await make({ turn_over_days: 1 })
    await stay(uid, '2027-06-10', '2027-06-13', { turnover: 1 })
    const expected = [null, settings, 'BOOKING', 'BOOKING', 'BOOKING', settings, null]
    assert.deepEqual(await reasons(uid, 8, 9, 10, 11, 12, 13, 14), expected)
  })

  it('a booking without turnover allows check-out and check-in on the same date', async () => {
    const uid = await make()
    await stay(uid, '2027-06-10', '2027-06-13')
    assert.deepEqual(await reasons(uid, 9, 10, 12, 13), [null, 'BOOKING', 'BOOKING', null])
    const entries = await month(uid)
    assert.equal(entries[10]!.availableForCheckOut, true)
    assert.equal(entries[11]!.availableForCheckOut, false)
    assert.equal(entries[13]!.availableForCheckIn, true)
    assert.equal(entries[13]!.availableForCheckOut, false)
    assert.equal(entries[14]!.availableForCheckOut, true)
  })

  it('a block has turnover before it, but not after it', async () => {
    const uid = await make({ turn_over_days: 1 })
    await stay(uid, '2027-06-10', '2027-06-13', { status: 'BLOCKED' })
    const expected = [null, settings, 'BLOCK', 'BLOCK', null]
    assert.deepEqual(await reasons(uid, 8, 9, 10, 12, 13), expected)
  })

  it('uses the current turnover before a stay, the stored one after it', async () => {
    const uid = await make({ turn_over_days: 2 })
    await stay(uid, '2027-06-10', '2027-06-11', { turnover: 3 })
    const expected = [null, settings, settings, 'BOOKING', settings, settings, settings, null]
    assert.deepEqual(await reasons(uid, 7, 8, 9, 10, 11, 12, 13, 14), expected)
  })
})

describe('reasons of occupied nights', () => {
  it('follow status and source', async () => {
    const cases: [string, string, string][] = [
      ['BOOKED', 'HOSTFULLY_API', 'BOOKING'],
      ['PENDING', 'HOSTFULLY_API', 'BOOKING'],
      ['PENDING_APPROVED', 'HOSTFULLY_API', 'BOOKING'],
      ['ON_HOLD', 'HOSTFULLY_API', 'INQUIRY'],
      ['BLOCKED', 'HOSTFULLY_OWNER_PORTAL', 'BLOCK_BY_OWNER'],
      ['BLOCKED', 'HOSTFULLY_ICAL', 'BLOCK'],
    ]
    for (const [status, source, reason] of cases) {
      const uid = await make()
      await stay(uid, '2027-06-10', '2027-06-11', { status, columns: { source } })
      assert.deepEqual(await reasons(uid, 10), [reason])
    }
  })

  it('include stays that begin before the range or end after it', async () => {
    const uid = await make({ turn_over_days: 1 })
    await stay(uid, '2027-05-20', '2027-06-02', { turnover: 1 })
    await stay(uid, '2027-07-01', '2027-07-05', { turnover: 1 })
    assert.deepEqual(await reasons(uid, 1, 2, 3, 30), ['BOOKING', settings, null, settings])
  })

  it('ignore expired holds and requests', async () => {
    for (const status of ['ON_HOLD', 'PENDING', 'PENDING_APPROVED']) {
      const uid = await make()
      const columns = { timer_ends_at: new Date('2026-05-20T15:00:00Z') }
      await stay(uid, '2027-06-10', '2027-06-11', { status, columns })
      server.clock.set('2026-05-20T14:59:59Z')
      assert.notEqual((await reasons(uid, 10))[0], null)
      server.clock.set('2026-05-20T15:00:00Z')
      assert.deepEqual(await reasons(uid, 10), [null])
    }
  })

  it('a past booked night is booked', async () => {
    const uid = await make()
    await stay(uid, '2027-06-10', '2027-06-11')
    server.clock.set('2027-06-20T12:00:00Z')
    assert.deepEqual(await reasons(uid, 9, 10), [settings, 'BOOKING'])
  })

  it('a booking holds its nights, even with an expired timer', async () => {
    const uid = await make()
    const columns = { timer_ends_at: new Date('2026-01-01T00:00:00Z') }
    await stay(uid, '2027-06-10', '2027-06-11', { columns })
    assert.deepEqual(await reasons(uid, 10), ['BOOKING'])
  })
})

describe('masters and subs', () => {
  async function family(columns = {}) {
    const master = await make(columns)
    const subs = [await make({ parent_uid: master }), await make({ parent_uid: master })]
    const subUnits = await Promise.all(subs.map(uid => listUnits(server, agencyUid, uid)))
    return { master, subs, unitUids: subUnits.flat() }
  }

  it('a stay in a sub occupies the master, not its sibling', async () => {
    const { master, subs } = await family()
    await stay(subs[0]!, '2027-06-10', '2027-06-12')
    assert.deepEqual(await reasons(master, 9, 10, 11, 12), [null, 'BOOKING', 'BOOKING', null])
    assert.deepEqual(await reasons(subs[1]!, 10, 11), [null, null])
  })

  it('a stay in the master occupies all subs', async () => {
    const { master, subs, unitUids } = await family()
    await stay(master, '2027-06-10', '2027-06-12', { unitUids })
    for (const uid of [master, ...subs]) assert.deepEqual(await reasons(uid, 10), ['BOOKING'])
  })

  it('a night with several causes has the one of highest priority', async () => {
    const { master, subs } = await family()
    await stay(subs[0]!, '2027-06-10', '2027-06-12', { status: 'BLOCKED' })
    await stay(subs[1]!, '2027-06-11', '2027-06-13', { status: 'ON_HOLD' })
    assert.deepEqual(await reasons(master, 10, 11, 12), ['BLOCK', 'INQUIRY', 'INQUIRY'])
  })

  it('uses the turnover of the requested property', async () => {
    const { master, subs } = await family({ turn_over_days: 2 })
    await stay(subs[0]!, '2027-06-10', '2027-06-12')
    assert.deepEqual(await reasons(master, 7, 8, 9), [null, settings, settings])
    assert.deepEqual(await reasons(subs[0]!, 9), [null])
  })

  it('a master that is not bookable is unavailable on all nights', async () => {
    const { master, subs } = await family({ master_bookable: false })
    await stay(subs[0]!, '2027-06-10', '2027-06-12')
    assert.deepEqual(await reasons(master, 9, 10, 12), [settings, 'BOOKING', settings])
  })

  it('a property whose subs are all deleted has a normal calendar', async () => {
    const master = await make({ master_bookable: false })
    await make({ parent_uid: master, deleted_at: new Date(exampleNow) })
    await stay(master, '2027-06-10', '2027-06-12')
    assert.deepEqual(await reasons(master, 9, 10), [null, 'BOOKING'])
  })
})

describe('unit types', () => {
  const { kysely } = server.database
  async function unitType(units: number, columns = {}) {
    const { propertyUid } = await makeUnitType(server, agencyUid, columns)
    for (let i = 1; i < units; i++) await makeUnit(kysely, agencyUid, propertyUid)
    return { propertyUid, unitUids: await listUnits(server, agencyUid, propertyUid) }
  }
  const freeUnits = async (uid: string, ...days: number[]) => {
    const entries = await month(uid)
    return days.map(day => entries[day]!.availableUnits)
  }

  it('a night is closed if no unit is free', async () => {
    const { propertyUid, unitUids } = await unitType(2)
    const [a, b] = unitUids
    await stay(propertyUid, '2027-06-10', '2027-06-12', { unitUids: [a] })
    await stay(propertyUid, '2027-06-12', '2027-06-14', { unitUids: [b] })
    assert.deepEqual(await freeUnits(propertyUid, 9, 10, 11, 12, 13, 14), [2, 1, 1, 1, 1, 2])
    assert.deepEqual(daysWith(await month(propertyUid), 'unavailable'), [])
    await stay(propertyUid, '2027-06-11', '2027-06-12', { unitUids: [b], status: 'BLOCKED' })
    assert.deepEqual(await reasons(propertyUid, 10, 11, 12), [null, 'BOOKING', null])
    assert.deepEqual(await freeUnits(propertyUid, 11), [0])
  })

  it('ignore inactive and deleted units', async () => {
    const { propertyUid, unitUids } = await unitType(1)
    const uid = await makeUnit(kysely, agencyUid, propertyUid, { is_active: false })
    await makeUnit(kysely, agencyUid, propertyUid, { deleted_at: new Date(exampleNow) })
    assert.deepEqual(await freeUnits(propertyUid, 10), [1])
    await stay(propertyUid, '2027-06-10', '2027-06-12', { unitUids: [uid], status: 'BLOCKED' })
    assert.deepEqual(await reasons(propertyUid, 10), [null])
    await stay(propertyUid, '2027-06-10', '2027-06-12', { unitUids, status: 'ON_HOLD' })
    assert.deepEqual(await reasons(propertyUid, 10, 12), ['INQUIRY', null])
  })

  it('apply turnover per unit', async () => {
    const { propertyUid, unitUids } = await unitType(2, { turn_over_days: 1 })
    const [a, b] = unitUids
    await stay(propertyUid, '2027-06-10', '2027-06-12', { unitUids: [a], turnover: 1 })
    await stay(propertyUid, '2027-06-12', '2027-06-14', { unitUids: [b], turnover: 1 })
    assert.deepEqual(
      await freeUnits(propertyUid, 8, 9, 10, 11, 12, 13, 14, 15),
      [2, 1, 1, 0, 0, 1, 1, 2],
    )
    assert.deepEqual(await reasons(propertyUid, 11, 12), ['BOOKING', 'BOOKING'])
  })

  it('have reason OTHER on all nights without an active unit, except past nights', async () => {
    const { propertyUid } = await unitType(1)
    await kysely
      .updateTable('units')
      .set({ is_active: false })
      .where('agency_uid', '=', agencyUid)
      .where('property_uid', '=', propertyUid)
      .execute()
    assert.deepEqual(await reasons(propertyUid, 10), ['OTHER'])
    assert.deepEqual(await freeUnits(propertyUid, 10), [0])
    const may = await month(propertyUid, '2026-05')
    assert.deepEqual(
      [may[19]!.unavailabilityReason, may[20]!.unavailabilityReason],
      [settings, 'OTHER'],
    )
  })
})
