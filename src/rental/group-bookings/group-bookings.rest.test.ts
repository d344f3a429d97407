/** Creating and reading group bookings: contract/leads.md §9.1. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import {
  makeAgency,
  makeEmployee,
  makeLead,
  makeProperty,
  makeUnit,
} from '../../../test/fixtures.ts'
import { makePlaces, path } from '../../../test/group-bookings.ts'
import { startServer } from '../../../test/server.ts'

const server = await startServer()
const places = await makePlaces(server)
const { agencyUid, key, makeInn, makeFamily, send, create, book, nightsOf, stateOf } = places
const house = () => makeProperty(server, agencyUid)
const foreign = await makeAgency(server)
const foreignHouse = await makeProperty(server, foreign.agencyUid)
const inn = await makeInn()

describe('POST /leads/group-booking at a hotel', () => {
  it('201: gives each sub-lead a unit of its own and the main lead none', async () => {
    const { hotelUid, typeUid } = await makeInn()
    const group = await book({
      hotelUid,
      propertyUid: typeUid,
      subLeads: [{ propertyUid: typeUid }, { propertyUid: typeUid }],
    })
    const { mainLead, subLeads } = group
    assert.deepEqual(Object.keys(group), [
      ...['groupUid', 'agencyUid', 'hotelUid', 'status', 'mainLead', 'subLeads'],
    ])
    assert.deepEqual(
      [group.agencyUid, group.hotelUid, group.status],
      [agencyUid, hotelUid, 'BOOKED'],
    )
    for (const lead of [mainLead, ...subLeads]) {
      assert.deepEqual(
        [lead.groupUid, lead.hotelUid, lead.status],
        [...[group.groupUid, hotelUid, 'BOOKED']],
      )
      assert.equal(lead.metadata.creationCircumstances, 'GROUP_BOOKING')
      assert.equal(lead.type, 'BOOKING')
    }
    assert.equal(mainLead.unitUid, null)
    assert.equal(new Set(subLeads.map(({ unitUid }: { unitUid: string }) => unitUid)).size, 2)
    assert.deepEqual(await nightsOf(mainLead), [])
    for (const sub of subLeads) assert.deepEqual(await nightsOf(sub), ['[2026-07-04,2026-07-08)'])
    const { body } = await send('GET', `${path}/${group.groupUid}`)
    assert.deepEqual(body.groupBooking, group)
  })

  it('201: leaves a unit that a later sub-lead names to it', async () => {
    const { hotelUid, typeUid } = await makeInn()
    const subLeads = [{ propertyUid: typeUid }, { propertyUid: typeUid }]
    const first = await book({ hotelUid, propertyUid: typeUid, subLeads })
    const [taken] = first.subLeads
    await send('POST', `${path}/${first.groupUid}/cancel`)
    const again = { hotelUid, propertyUid: typeUid, unitUid: taken.unitUid }
    const named = [subLeads[0], { propertyUid: typeUid, unitUid: taken.unitUid.toUpperCase() }]
    const group = await book({ ...again, subLeads: named })
    assert.equal(group.subLeads[1].unitUid, taken.unitUid)
    assert.notEqual(group.subLeads[0].unitUid, taken.unitUid)
    assert.equal(group.mainLead.unitUid, null)
  })

  it('409: stores nothing when one sub-lead finds no unit', async () => {
    const { hotelUid, typeUid } = await makeInn()
    const subLeads = Array.from({ length: 3 }, () => ({ propertyUid: typeUid }))
    const { status, body } = await create({ hotelUid, propertyUid: typeUid, subLeads })
    assert.deepEqual([status, body.code, body.propertyUid], [409, 'NOT_AVAILABLE', typeUid])
    const { body: list } = await send('GET', `/api/v3.3/leads?propertyUid=${typeUid}`)
    assert.deepEqual(list.leads, [])
    await book({ hotelUid, propertyUid: typeUid, subLeads: subLeads.slice(1) })
  })

  it('400: refuses what is no unit type of the hotel, and units of others', async () => {
    const other = await makeInn()
    const unit = await makeUnit(server.database.kysely, agencyUid, other.typeUid)
    const { hotelUid, typeUid } = inn
    const good = { hotelUid, propertyUid: typeUid, subLeads: [{ propertyUid: typeUid }] }
    const cases: [object, string][] = [
      [{ propertyUid: other.typeUid }, `'propertyUid' does not belong to hotel ${hotelUid}`],
      [
        { subLeads: [{ propertyUid: typeUid }, { propertyUid: await house() }] },
        `'subLeads[1].propertyUid' does not belong to hotel ${hotelUid}`,
      ],
      [
        { subLeads: [{ propertyUid: typeUid, unitUid: unit }] },
        `'subLeads[0].unitUid' does not belong to property ${typeUid}`,
      ],
    ]
    for (const [change, text] of cases) {
      const { status, body } = await create({ ...good, ...change })
      assert.deepEqual([status, body.apiErrorMessage], [400, `Invalid parameter ${text}`])
    }
  })
})

describe('POST /leads/group-booking at a master', () => {
  it('201: the main lead holds the subs, and what is elsewhere holds its own', async () => {
    const { master, first, second } = await makeFamily()
    const cabin = await house()
    const group = await book({
      propertyUid: master,
      subLeads: [first, second, cabin].map(propertyUid => ({ propertyUid })),
    })
    assert.deepEqual(await stateOf(group.groupUid), [
      'BOOKED 2',
      'BOOKED 0',
      'BOOKED 0',
      'BOOKED 1',
    ])
    const { status, body } = await create({
      propertyUid: first,
      subLeads: [{ propertyUid: cabin }],
    })
    assert.equal(status, 409)
    assert.equal(body.conflicts[0].leadUid, group.mainLead.uid)
  })

  it('201: without a master each member holds its own nights', async () => {
    const { first, second } = await makeFamily()
    const group = await book({ propertyUid: first, subLeads: [{ propertyUid: second }] })
    assert.deepEqual(await stateOf(group.groupUid), ['BOOKED 1', 'BOOKED 1'])
    assert.deepEqual([group.hotelUid, group.mainLead.hotelUid], [null, null])
  })

  it('400: a master is the main lead’s only', async () => {
    const { master, first } = await makeFamily()
    const { status, body } = await create({
      propertyUid: first,
      subLeads: [{ propertyUid: await house() }, { propertyUid: master }],
    })
    assert.equal(status, 400)
    const text = 'must not be a master property, which only the main lead can be at'
    assert.equal(body.apiErrorMessage, `Invalid parameter 'subLeads[1].propertyUid' ${text}`)
  })

  it('409: a sub-lead that outlasts the main lead at its master finds its nights taken', async () => {
    const { master, first } = await makeFamily()
    const longer = { propertyUid: first, checkOutLocalDate: '2026-07-10' }
    const { status, body } = await create({ propertyUid: master, subLeads: [longer] })
    assert.deepEqual([status, body.code], [409, 'NOT_AVAILABLE'])
    const later = { checkInLocalDate: '2026-07-08', checkOutLocalDate: '2026-07-10' }
    const group = await book({ propertyUid: master, subLeads: [{ propertyUid: first, ...later }] })
    assert.deepEqual(await stateOf(group.groupUid), ['BOOKED 2', 'BOOKED 1'])
  })

  it('409: one group booking does not use a property twice', async () => {
    const propertyUid = await house()
    const { status } = await create({ propertyUid, subLeads: [{ propertyUid }] })
    assert.equal(status, 409)
  })

  it('409: a master that is not bookable', async () => {
    const master = await makeProperty(server, agencyUid, { master_bookable: false })
    const sub = await makeProperty(server, agencyUid, { parent_uid: master })
    const subLeads = [{ propertyUid: sub }]
    const { body } = await create({ propertyUid: master, subLeads })
    assert.equal(body.code, 'MASTER_NOT_BOOKABLE')
    await book({ propertyUid: master, subLeads, status: 'BLOCKED' })
  })
})

describe('what the members of a group booking are', () => {
  it('takes what a sub-lead leaves out from the main lead', async () => {
    const assigneeUid = await makeEmployee(server, agencyUid)
    const [a, b, c] = [await house(), await house(), await house()]
    const { mainLead, subLeads } = await book({
      propertyUid: a,
      assigneeUid,
      notes: 'Wedding',
      referrer: 'Leaflet',
      source: 'HOSTFULLY_DBS',
      guestInformation: { firstName: 'Ada', city: 'London', adultCount: 4 },
      subLeads: [
        { propertyUid: b },
        {
          propertyUid: c,
          notes: 'Late',
          checkInLocalDateTime: '2026-07-05T20:00',
          guestInformation: { firstName: 'Bo', childrenCount: 1 },
        },
      ],
    })
    const told = (lead: Record<string, unknown>) => {
      const guest = lead.guestInformation as Record<string, unknown>
      return [
        ...[lead.notes, lead.referrer, lead.source, lead.channel],
        ...[lead.checkInLocalDateTime, lead.checkOutLocalDateTime],
        ...[guest.firstName, guest.city, guest.adultCount, guest.childrenCount],
      ]
    }
    const dates = ['2026-07-04T16:00:00', '2026-07-08T11:00:00']
    const shared = ['Leaflet', 'HOSTFULLY_DBS', 'HOSTFULLY']
    const main = ['Wedding', ...shared, ...dates, 'Ada', 'London', 4, 0]
    assert.deepEqual(told(mainLead), main)
    assert.deepEqual(told(subLeads[0]), main)
    const own = ['Late', ...shared, '2026-07-05T20:00:00', dates[1], 'Bo', null, 1, 1]
    assert.deepEqual(told(subLeads[1]), own)
    for (const { assignee } of subLeads) assert.equal(assignee.uid, assigneeUid)
  })

  it('has an order and a history of its own for each', async () => {
    const priced = () => makeProperty(server, agencyUid, { daily_rate: '100' })
    const group = await book({
      propertyUid: await priced(),
      quoteOverrides: { rent: { rentNetPrice: 700 } },
      subLeads: [
        { propertyUid: await priced() },
        { propertyUid: await priced(), quoteOverrides: {} },
      ],
    })
    const rents = []
    for (const lead of [group.mainLead, ...group.subLeads]) {
      const { body } = await send('GET', `/api/v3.3/orders?leadUid=${lead.uid}`)
      rents.push(
        body.orders.map((order: { rent: { rentNetPrice: number } }) => order.rent.rentNetPrice),
      )
      const acts = await server.database.kysely
        .selectFrom('lead_acts')
        .select(['act', 'events', 'availability'])
        .where('agency_uid', '=', agencyUid)
        .where('lead_uid', '=', lead.uid)
        .execute()
      const created = { act: 'create', events: ['NEW_BOOKING'], availability: 'NEW_BOOKING' }
      assert.deepEqual(acts, [created])
    }
    assert.deepEqual(rents, [[700], [700], [400]])
  })

  it('holds with a timer each, and blocks without guests and orders', async () => {
    const [a, b] = [await house(), await house()]
    const held = await book({ status: 'ON_HOLD', propertyUid: a, subLeads: [{ propertyUid: b }] })
    for (const lead of [held.mainLead, held.subLeads[0]]) {
      assert.deepEqual([lead.status, lead.type], ['ON_HOLD', 'INQUIRY'])
      assert.notEqual(lead.holdExpiresUtcDateTime, null)
    }
    const [c, d] = [await house(), await house()]
    const blocked = await book({
      status: 'BLOCKED',
      propertyUid: c,
      guestInformation: undefined,
      subLeads: [{ propertyUid: d, guestInformation: { email: 'no', firstName: 'Bo' } }],
    })
    const [sub] = blocked.subLeads
    assert.deepEqual([sub.type, sub.guestInformation.firstName], ['BLOCK', null])
    assert.equal(sub.guestInformation.adultCount, 0)
    const { body } = await send('GET', `/api/v3.3/orders?leadUid=${sub.uid}`)
    assert.deepEqual(body.orders, [])
    assert.deepEqual(await stateOf(blocked.groupUid), ['BLOCKED 1', 'BLOCKED 1'])
  })
})

describe('what is refused of a new group booking', () => {
  it('400: names what is wrong and where', async () => {
    const propertyUid = await house()
    const subLeads = [{ propertyUid: await house() }]
    const good = { propertyUid, subLeads }
    const must = (name: string, reason: string) => `Invalid parameter '${name}' ${reason}`
    const allowed = 'NEW, ON_HOLD, BOOKED, BLOCKED'
    const cases: [object, string, string][] = [
      [{ subLeads: undefined }, 'REQUIRED_PARAMETER', must('subLeads', 'must not be null')],
      [{ subLeads: [] }, 'INVALID_PARAMETER', must('subLeads', 'must have at least 1 items')],
      [
        { subLeads: Array.from({ length: 51 }, () => subLeads[0]) },
        'INVALID_PARAMETER',
        must('subLeads', 'must have at most 50 items'),
      ],
      [{ subLeads: 'x' }, 'INVALID_PARAMETER', must('subLeads', 'must be a list')],
      [{ subLeads: [7] }, 'INVALID_PARAMETER', must('subLeads[0]', 'must be an object')],
      [
        { subLeads: [...subLeads, {}] },
        'REQUIRED_PARAMETER',
        must('subLeads[1].propertyUid', 'must not be null'),
      ],
      [
        { subLeads: [{ ...subLeads[0], guestInformation: { adultCount: 0 } }] },
        'INVALID_PARAMETER',
        must('subLeads[0].guestInformation.adultCount', 'must be greater than or equal to 1'),
      ],
      [
        { subLeads: [{ ...subLeads[0], checkOutLocalDate: '2026-07-04' }] },
        'INVALID_DATE_RANGE',
        'Check-out must be after check-in',
      ],
      [
        { subLeads: [{ ...subLeads[0], checkInLocalDate: '2026-02-30' }] },
        'INVALID_PARAMETER',
        must('subLeads[0].checkInLocalDate', 'must be a date-time such as 2026-07-04T16:00:00'),
      ],
      [
        {
          subLeads: [{ ...subLeads[0], quoteOverrides: { fees: { otherFees: [{ amount: 1 }] } } }],
        },
        'REQUIRED_PARAMETER',
        must('subLeads[0].quoteOverrides.fees.otherFees[0].name', 'must not be null'),
      ],
      [
        { status: 'PENDING' },
        'INVALID_PARAMETER',
        must('status', `can not be set on creation, allowed values are: ${allowed}`),
      ],
      [{ agencyUid: null }, 'REQUIRED_PARAMETER', must('agencyUid', 'must not be null')],
      [{ guestInformation: null }, 'REQUIRED_PARAMETER', 'guestInformation is required'],
      [{ promoCode: 'NONE' }, 'INVALID_PARAMETER', must('promoCode', 'is not applicable: unknown')],
    ]
    for (const [change, code, text] of cases) {
      const { status, body } = await create({ ...good, ...change })
      assert.deepEqual([status, body.code, body.apiErrorMessage], [400, code, text])
    }
    const { body } = await send('GET', `/api/v3.3/leads?propertyUid=${propertyUid}`)
    assert.deepEqual(body.leads, [])
  })

  it('403 and 404: what is out of reach, by its place in the body', async () => {
    const propertyUid = await house()
    const subLeads = [{ propertyUid: await house() }]
    const cases: [object, number, string][] = [
      [{ agencyUid: foreign.agencyUid }, 403, `No access to agencyUid ${foreign.agencyUid}`],
      [{ propertyUid: foreignHouse }, 403, `No access to propertyUid ${foreignHouse}`],
      [{ propertyUid: inn.hotelUid }, 403, `No access to propertyUid ${inn.hotelUid}`],
      [{ hotelUid: propertyUid }, 403, `No access to hotelUid ${propertyUid}`],
      [
        { subLeads: [...subLeads, { propertyUid: foreignHouse }] },
        403,
        `No access to subLeads[1].propertyUid ${foreignHouse}`,
      ],
      [
        { subLeads: [{ ...subLeads[0], unitUid: 'x\u0000' }] },
        403,
        'No access to subLeads[0].unitUid x',
      ],
      [{ assigneeUid: 'nobody' }, 404, 'Employee not found: nobody'],
    ]
    for (const [change, code, text] of cases) {
      const { status, body } = await create({ propertyUid, subLeads, ...change })
      assert.deepEqual([status, body.apiErrorMessage], [code, text])
    }
  })

  it('repeats its answer to a repeated Idempotency-Key', async () => {
    const body = {
      agencyUid,
      status: 'BOOKED',
      checkInLocalDate: '2026-07-04',
      checkOutLocalDate: '2026-07-08',
      guestInformation: {},
      propertyUid: await house(),
      subLeads: [{ propertyUid: await house() }],
    }
    const headers = { 'idempotency-key': randomUUID() }
    const ask = () => server.request('POST', path, { key, headers, body })
    const [first, second] = [await ask(), await ask()]
    assert.equal(first.status, 201)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(second.body, first.body)
  })
})

describe('GET /leads/group-booking', () => {
  it('lists group bookings by their main leads, in pages', async () => {
    const { hotelUid, typeUid } = await makeInn()
    const at = (month: string, status: string) =>
      book({
        ...{ hotelUid, propertyUid: typeUid, status, subLeads: [{ propertyUid: typeUid }] },
        ...{ checkInLocalDate: `2026-${month}-04`, checkOutLocalDate: `2026-${month}-08` },
      })
    const [july, august] = [await at('07', 'BOOKED'), await at('08', 'NEW')]
    await makeLead(server, agencyUid, { property_uid: typeUid, hotel_uid: hotelUid })
    const uids = async (query: string) => {
      const { status, body } = await send('GET', `${path}?${query}`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.groupBookings.map(({ groupUid }: { groupUid: string }) => groupUid)
    }
    const both = [july.groupUid, august.groupUid].sort()
    assert.deepEqual((await uids(`hotelUid=${hotelUid}`)).sort(), both)
    assert.deepEqual((await uids(`propertyUid=${typeUid}&agencyUid=${agencyUid}`)).sort(), both)
    assert.deepEqual(await uids(`hotelUid=${hotelUid}&statusIn=NEW`), [august.groupUid])
    assert.deepEqual(await uids(`hotelUid=${hotelUid}&checkInTo=2026-07-31`), [july.groupUid])
    const leadUids = [july.mainLead.uid, august.subLeads[0].uid, 'x']
    assert.deepEqual(await uids(`leadUids=${leadUids}`), [july.groupUid])
    const one = await send('GET', `${path}?hotelUid=${hotelUid}&_limit=1&_total=true`)
    assert.deepEqual(one.body._metadata, { count: 1, totalCount: 2 })
    const cursor = one.body._paging._nextCursor
    const two = await send('GET', `${path}?hotelUid=${hotelUid}&_limit=1&_cursor=${cursor}`)
    const found = [...one.body.groupBookings, ...two.body.groupBookings]
    assert.deepEqual(found.map(({ groupUid }) => groupUid).sort(), both)
    assert.deepEqual(
      found.find(({ groupUid }) => groupUid === july.groupUid),
      july,
    )
    assert.equal(two.body._paging._nextCursor, null)
  })

  it('says which are gone since', async () => {
    const propertyUid = await house()
    const group = await book({
      ...{ propertyUid, status: 'BLOCKED', subLeads: [{ propertyUid: await house() }] },
    })
    const { status } = await send('DELETE', `/api/v3.3/leads/${group.mainLead.uid}`)
    assert.equal(status, 204)
    const since = 'updatedSince=2026-01-01T00:00:00'
    const { body } = await send('GET', `${path}?propertyUid=${propertyUid}&${since}`)
    assert.deepEqual(body.groupBookings, [])
    assert.deepEqual(body._metadata.deletedUids, [group.groupUid])
    assert.equal((await send('GET', `${path}/${group.groupUid}`)).status, 404)
  })

  it('400 and 404: what it cannot find', async () => {
    const bare = await send('GET', path)
    const names = "['agencyUid', 'propertyUid', 'hotelUid', 'leadUids']"
    assert.deepEqual([bare.status, bare.body.apiErrorMessage], [400, `One of ${names} is required`])
    for (const uid of [randomUUID(), 'x']) {
      const { status, body } = await send('GET', `${path}/${uid}`)
      assert.deepEqual([status, body.code], [404, 'GROUP_BOOKING_NOT_FOUND'])
      assert.equal((await send('POST', `${path}/${uid}/cancel`)).body.code, body.code)
    }
    const none = await server.request('GET', `${path}?agencyUid=${agencyUid}`, { key: foreign.key })
    assert.equal(none.status, 403)
  })

  it('404: does not exist below v3.3', async () => {
    const old = path.replace('v3.3', 'v3.2')
    assert.equal((await send('GET', old)).body.code, 'LEAD_NOT_FOUND')
    assert.equal((await send('POST', old, {})).body.code, 'UNKNOWN_API')
  })
})
