/** What the members of a new group booking are, and what is refused of them: contract/leads.md §9.1. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makePlaces, path } from '../../../../test/fixtures/group-bookings.ts'
import { makeAgency, makeEmployee, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const places = await makePlaces(server)
const { agencyUid, key, makeInn, send, create, book, stateOf } = places
const house = () => makeProperty(server, agencyUid)
const foreign = await makeAgency(server)
const foreignHouse = await makeProperty(server, foreign.agencyUid)
const inn = await makeInn()

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
    const dates = ['2026-07-04T15:00:00', '2026-07-08T11:00:00']
    const shared = ['Leaflet', 'HOSTFULLY_DBS', 'HOSTFULLY']
    const main = ['Wedding', ...shared, ...dates, 'Ada', 'London', 4, 0]
    assert.deepEqual(told(mainLead), main)
    assert.deepEqual(told(subLeads[0]), main)
    const own = ['Late', ...shared, '2026-07-05T20:00:00', dates[1], 'Bo', null, 1, 1]
    assert.deepEqual(told(subLeads[1]), own)
    for (const { assignee } of subLeads) assert.equal(assignee.uid, assigneeUid)
  })
})

describe('what each member of a group booking has', () => {
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
      [{ subLeads: [] }, 'INVALID_PARAMETER', must('subLeads', 'must have at least 1 item')],
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
        must(
          'subLeads[0].checkInLocalDate',
          'must be a date such as 2026-07-04, or a date-time such as 2026-07-04T16:00:00; ' +
            'the day 2026-02-30 does not exist',
        ),
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
})

describe('who may create a group booking, and how often', () => {
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
