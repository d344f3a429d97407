import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { listUnits, makeStay, makeUnitType } from '../../../../test/fixtures/held-nights.ts'
import {
  grant,
  makeAgency,
  makePartner,
  makeProperty,
  makeToken,
  makeUnit,
} from '../../../../test/fixtures/rows.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)

const make = (columns = {}) => makeProperty(server, agencyUid, columns)
const stay = (propertyUid: string, checkIn: string, checkOut: string, more = {}) =>
  makeStay(server, agencyUid, { propertyUid, checkIn, checkOut, ...more })

/** Returns the body of a rejection, by default of the nights of 4 to 7 July 2026. */
async function readRejection(propertyUid: string, options = {}, as = key, version = 'v3.3') {
  const body = { propertyUid, checkInDate: '2026-07-04', checkOutDate: '2026-07-08', ...options }
  const response = await server.request('POST', `/api/${version}/quotes`, { key: as, body })
  assert.deepEqual([response.status, response.body.code], [409, 'NOT_AVAILABLE'])
  return response.body
}

/** Builds a conflict with a booking on a property without units. */
const conflict = (leadUid: string, propertyUid: string, nights: string[], more = {}) => ({
  nights: nights.map(day => `2026-07-${day}`),
  reason: 'STAY',
  leadType: 'BOOKING',
  leadStatus: 'BOOKED',
  leadUid,
  propertyUid,
  unitUid: null,
  freesUtcDateTime: null,
  ...more,
})

const offer = (
  checkInLocalDate: string,
  checkOutLocalDate: string,
  unitUid: string | null = null,
) => ({
  checkInLocalDate,
  checkOutLocalDate,
  unitUid,
})

beforeEach(() => server.clock.set(exampleNow))

describe('a rejection of occupied nights', () => {
  it('lists the conflicting leads with their nights, and the next available stays', async () => {
    const uid = await make()
    const columns = { timer_ends_at: new Date('2026-06-30T14:05:00Z'), first_name: 'Ada' }
    const leadUid = await stay(uid, '2026-07-06', '2026-07-08', { status: 'ON_HOLD', columns })
    const { uid: _occurrence, ...body } = await readRejection(uid)
    assert.deepEqual(body, {
      apiErrorMessage: 'Property is not available for the given dates',
      type: 'urn:lodgepole:problem:not-available',
      title: 'Not available',
      status: 409,
      detail: 'Property is not available for the given dates',
      instance: '/api/v3.3/quotes',
      code: 'NOT_AVAILABLE',
      propertyUid: uid,
      unitUid: null,
      requested: { checkInLocalDate: '2026-07-04', checkOutLocalDate: '2026-07-08', nights: 4 },
      conflicts: [
        conflict(leadUid, uid, ['06', '07'], {
          leadType: 'INQUIRY',
          leadStatus: 'ON_HOLD',
          freesUtcDateTime: '2026-06-30T14:05:00',
        }),
      ],
      nextFree: [
        offer('2026-07-08', '2026-07-12'),
        offer('2026-07-12', '2026-07-16'),
        offer('2026-07-16', '2026-07-20'),
      ],
      freeUnits: [],
    })
  })

  it('distinguishes turnover from nights, with one entry per lead by first night', async () => {
    const uid = await make({ turn_over_days: 1 })
    const before = await stay(uid, '2026-07-01', '2026-07-04', { turnover: 1 })
    const within = await stay(uid, '2026-07-05', '2026-07-06', { turnover: 1 })
    const after = await stay(uid, '2026-07-08', '2026-07-09', { turnover: 1 })
    const { conflicts, nextFree } = await readRejection(uid)
    assert.deepEqual(conflicts, [
      conflict(before, uid, ['04'], { reason: 'TURNOVER' }),
      conflict(within, uid, ['05', '06']),
      conflict(after, uid, ['08'], { reason: 'TURNOVER' }),
    ])
    assert.deepEqual(nextFree[0], offer('2026-07-10', '2026-07-14'))
  })

  it('offers stays that comply with all rules, within a year', async () => {
    const uid = await make({ days_of_the_week_to_check_in_on: ['SATURDAY'], booking_window: 70 })
    await stay(uid, '2026-07-05', '2026-07-12')
    const { nextFree } = await readRejection(uid)
    assert.deepEqual(nextFree, [
      offer('2026-07-18', '2026-07-22'),
      offer('2026-07-25', '2026-07-29'),
    ])
    const full = await make()
    await stay(full, '2026-07-04', '2027-07-05', { status: 'BLOCKED' })
    assert.deepEqual((await readRejection(full)).nextFree, [])
    const nearly = await make()
    await stay(nearly, '2026-07-04', '2027-07-04', { status: 'BLOCKED' })
    assert.deepEqual((await readRejection(nearly)).nextFree, [offer('2027-07-04', '2027-07-08')])
  })
})

describe('conflicts in a rejection', () => {
  it('list at most 62 nights of a lead', async () => {
    const uid = await make()
    await stay(uid, '2026-07-01', '2026-12-01')
    const { conflicts } = await readRejection(uid, { checkOutDate: '2026-10-04' })
    assert.equal(conflicts[0].nights.length, 62)
    assert.equal(conflicts[0].nightsTruncated, true)
    const shorter = await readRejection(uid, { checkOutDate: '2026-09-04' })
    assert.equal(shorter.conflicts[0].nights.length, 62)
    assert.equal('nightsTruncated' in shorter.conflicts[0], false)
  })

  it('do not include expired holds', async () => {
    const uid = await make()
    const booked = await stay(uid, '2026-07-04', '2026-07-05')
    const columns = { timer_ends_at: new Date(exampleNow) }
    await stay(uid, '2026-07-06', '2026-07-07', { status: 'PENDING', columns })
    const { conflicts } = await readRejection(uid)
    assert.deepEqual(conflicts, [conflict(booked, uid, ['04'])])
  })

  it('have statuses of the version', async () => {
    const uid = await make()
    await stay(uid, '2026-07-04', '2026-07-05', { status: 'PENDING_APPROVED' })
    const statusIn = async (version: string) =>
      (await readRejection(uid, {}, key, version)).conflicts[0].leadStatus
    assert.equal(await statusIn('v3.1'), 'PENDING')
    assert.equal(await statusIn('v3.2'), 'PENDING_APPROVED')
  })
})

describe('linked properties', () => {
  it('LINKED names the property of the other lead', async () => {
    const master = await make()
    const [a, b] = [await make({ parent_uid: master }), await make({ parent_uid: master })]
    const units = await Promise.all([a, b].map(uid => listUnits(server, agencyUid, uid)))
    const subStay = await stay(a, '2026-07-04', '2026-07-05')
    const masterStay = await stay(master, '2026-07-06', '2026-07-07', { unitUids: units.flat() })
    assert.deepEqual((await readRejection(master)).conflicts, [
      conflict(subStay, a, ['04'], { reason: 'LINKED' }),
      conflict(masterStay, master, ['06']),
    ])
    assert.deepEqual((await readRejection(b)).conflicts, [
      conflict(masterStay, master, ['06'], { reason: 'LINKED' }),
    ])
  })

  it('a partner gets the uid of a lead only with access to it', async () => {
    const master = await make()
    const sub = await make({ parent_uid: master })
    const unitUids = await listUnits(server, agencyUid, sub)
    const own = await stay(sub, '2026-07-04', '2026-07-05')
    await stay(master, '2026-07-06', '2026-07-07', { unitUids })
    const { partnerUid } = await makePartner(server)
    await grant(server, { agencyUid, partnerUid, objectUid: sub, access: 'READ' })
    const { conflicts } = await readRejection(
      sub,
      {},
      await makeToken(server, partnerUid, agencyUid),
    )
    const uids = conflicts.map(({ leadUid }: { leadUid: string | null }) => leadUid)
    assert.deepEqual(uids, [own, null])
  })
})

describe('unit types', () => {
  async function unitType(units: number) {
    const { propertyUid } = await makeUnitType(server, agencyUid)
    for (let i = 1; i < units; i++) await makeUnit(server.database.kysely, agencyUid, propertyUid)
    return { propertyUid, unitUids: await listUnits(server, agencyUid, propertyUid) }
  }

  it('rejects a stay without a unit that is free on all of its nights', async () => {
    const { propertyUid, unitUids } = await unitType(2)
    const [a, b] = unitUids as [string, string]
    const first = await stay(propertyUid, '2026-07-03', '2026-07-06', { unitUids: [a] })
    const second = await stay(propertyUid, '2026-07-06', '2026-07-09', { unitUids: [b] })
    const body = await readRejection(propertyUid)
    assert.deepEqual(body.conflicts, [
      conflict(first, propertyUid, ['04', '05'], { unitUid: a }),
      conflict(second, propertyUid, ['06', '07'], { unitUid: b }),
    ])
    assert.deepEqual(body.nextFree[0], offer('2026-07-06', '2026-07-10'))
    assert.deepEqual(body.freeUnits, [])
  })

  it('lists the free units if the requested one is not', async () => {
    const { propertyUid, unitUids } = await unitType(3)
    const [a, b, c] = unitUids as [string, string, string]
    const occupying = await stay(propertyUid, '2026-07-03', '2026-07-05', { unitUids: [a] })
    await stay(propertyUid, '2026-07-05', '2026-07-06', { unitUids: [b] })
    const body = await readRejection(propertyUid, { unitUid: a })
    assert.equal(body.unitUid, a)
    assert.deepEqual(body.conflicts, [conflict(occupying, propertyUid, ['04'], { unitUid: a })])
    assert.deepEqual(body.nextFree[0], offer('2026-07-05', '2026-07-09', a))
    assert.deepEqual(body.freeUnits, [c])
  })

  it('rejects a unit that is not active, and a unit type without active units', async () => {
    const { propertyUid, unitUids } = await unitType(2)
    const deactivate = (uid: string) =>
      server.database.kysely
        .updateTable('units')
        .set({ is_active: false })
        .where('agency_uid', '=', agencyUid)
        .where('uid', '=', uid)
        .execute()
    const [a, b] = unitUids as [string, string]
    await deactivate(a)
    const { conflicts, nextFree, freeUnits } = await readRejection(propertyUid, { unitUid: a })
    assert.deepEqual([conflicts, nextFree, freeUnits], [[], [], [b]])
    await deactivate(b)
    const none = await readRejection(propertyUid)
    assert.deepEqual([none.conflicts, none.nextFree, none.freeUnits], [[], [], []])
  })
})
