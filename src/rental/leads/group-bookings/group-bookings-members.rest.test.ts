/** Members of a new group booking and their validation: contract/leads.md §9.1. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { makeGroupFixture, path } from '../../../../test/fixtures/group-bookings.ts'
import { makeAgency, makeEmployee, makeProperty } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const server = await startServer()
const fixtures = await makeGroupFixture(server)
const { agencyUid, key, makeInn, send, create, book, listStates } = fixtures
const newProperty = () => makeProperty(server, agencyUid)
const foreign = await makeAgency(server)
const foreignPropertyUid = await makeProperty(server, foreign.agencyUid)
const inn = await makeInn()

describe('the members of a group booking', () => {
  it('inherit missing fields from the main lead', async () => {
    const assigneeUid = await makeEmployee(server, agencyUid)
    const [a, b, c] = [await newProperty(), await newProperty(), await newProperty()]
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
    const inheritedValues = (lead: Record<string, unknown>) => {
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
    assert.deepEqual(inheritedValues(mainLead), main)
    assert.deepEqual(inheritedValues(subLeads[0]), main)
    const own = ['Late', ...shared, '2026-07-05T20:00:00', dates[1], 'Bo', null, 1, 1]
    assert.deepEqual(inheritedValues(subLeads[1]), own)
    for (const { assignee } of subLeads) assert.equal(assignee.uid, assigneeUid)
  })
})

describe('each member of a group booking', () => {
  it('has its own order and history', async () => {
    const newPricedProperty = () => makeProperty(server, agencyUid, { daily_rate: '100' })
    const group = await book({
      propertyUid: await newPricedProperty(),
      quoteOverrides: { rent: { rentNetPrice: 700 } },
      subLeads: [
        { propertyUid: await newPricedProperty() },
        { propertyUid: await newPricedProperty(), quoteOverrides: {} },
      ],
    })
    const rents = []
    for (const lead of [group.mainLead, ...group.subLeads]) {
      const { body } = await send('GET', `/api/v3.3/orders?leadUid=${lead.uid}`)
      rents.push(
        body.orders.map((order: { rent: { rentNetPrice: number } }) => order.rent.rentNetPrice),
      )
      const actions = await server.database.kysely
        .selectFrom('lead_acts')
        .select(['act', 'events', 'availability'])
        .where('agency_uid', '=', agencyUid)
        .where('lead_uid', '=', lead.uid)
        .execute()
      const created = { act: 'create', events: ['NEW_BOOKING'], availability: 'NEW_BOOKING' }
      assert.deepEqual(actions, [created])
    }
    assert.deepEqual(rents, [[700], [700], [400]])
  })

  it('has its own hold timer; blocks have no guests and orders', async () => {
    const [a, b] = [await newProperty(), await newProperty()]
    const held = await book({ status: 'ON_HOLD', propertyUid: a, subLeads: [{ propertyUid: b }] })
    for (const lead of [held.mainLead, held.subLeads[0]]) {
      assert.deepEqual([lead.status, lead.type], ['ON_HOLD', 'INQUIRY'])
      assert.notEqual(lead.holdExpiresUtcDateTime, null)
    }
    const [c, d] = [await newProperty(), await newProperty()]
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
    assert.deepEqual(await listStates(blocked.groupUid), ['BLOCKED 1', 'BLOCKED 1'])
  })
})

describe('validation of a new group booking', () => {
  it('400: lists the errors with their paths', async () => {
    const propertyUid = await newProperty()
    const subLeads = [{ propertyUid: await newProperty() }]
    const valid = { propertyUid, subLeads }
    const invalid = (name: string, reason: string) => `Invalid parameter '${name}' ${reason}`
    const allowed = 'NEW, ON_HOLD, BOOKED, BLOCKED'
    const cases: [object, string, string][] = [
      [{ subLeads: undefined }, 'REQUIRED_PARAMETER', invalid('subLeads', 'must not be null')],
      [{ subLeads: [] }, 'INVALID_PARAMETER', invalid('subLeads', 'must have at least 1 item')],
      [
        { subLeads: Array.from({ length: 51 }, () => subLeads[0]) },
        'INVALID_PARAMETER',
        invalid('subLeads', 'must have at most 50 items'),
      ],
      [{ subLeads: 'x' }, 'INVALID_PARAMETER', invalid('subLeads', 'must be a list')],
      [{ subLeads: [7] }, 'INVALID_PARAMETER', invalid('subLeads[0]', 'must be an object')],
      [
        { subLeads: [...subLeads, {}] },
        'REQUIRED_PARAMETER',
        invalid('subLeads[1].propertyUid', 'must not be null'),
      ],
      [
        { subLeads: [{ ...subLeads[0], guestInformation: { adultCount: 0 } }] },
        'INVALID_PARAMETER',
        invalid('subLeads[0].guestInformation.adultCount', 'must be greater than or equal to 1'),
      ],
      [
        { subLeads: [{ ...subLeads[0], checkOutLocalDate: '2026-07-04' }] },
        'INVALID_DATE_RANGE',
        'Check-out must be after check-in',
      ],
      [
        { subLeads: [{ ...subLeads[0], checkInLocalDate: '2026-02-30' }] },
        'INVALID_PARAMETER',
        invalid(
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
        invalid('subLeads[0].quoteOverrides.fees.otherFees[0].name', 'must not be null'),
      ],
      [
        { status: 'PENDING' },
        'INVALID_PARAMETER',
        invalid('status', `can not be set on creation, allowed values are: ${allowed}`),
      ],
      [{ agencyUid: null }, 'REQUIRED_PARAMETER', invalid('agencyUid', 'must not be null')],
      [{ guestInformation: null }, 'REQUIRED_PARAMETER', 'guestInformation is required'],
      [
        { promoCode: 'NONE' },
        'INVALID_PARAMETER',
        invalid('promoCode', 'is not applicable: unknown'),
      ],
    ]
    for (const [change, code, text] of cases) {
      const { status, body } = await create({ ...valid, ...change })
      assert.deepEqual([status, body.code, body.apiErrorMessage], [400, code, text])
    }
    const { body } = await send('GET', `/api/v3.3/leads?propertyUid=${propertyUid}`)
    assert.deepEqual(body.leads, [])
  })
})

describe('authorization and idempotency of group bookings', () => {
  it('403 and 404: names the path of a reference without access', async () => {
    const propertyUid = await newProperty()
    const subLeads = [{ propertyUid: await newProperty() }]
    const cases: [object, number, string][] = [
      [{ agencyUid: foreign.agencyUid }, 403, `No access to agencyUid ${foreign.agencyUid}`],
      [{ propertyUid: foreignPropertyUid }, 403, `No access to propertyUid ${foreignPropertyUid}`],
      [{ propertyUid: inn.hotelUid }, 403, `No access to propertyUid ${inn.hotelUid}`],
      [{ hotelUid: propertyUid }, 403, `No access to hotelUid ${propertyUid}`],
      [
        { subLeads: [...subLeads, { propertyUid: foreignPropertyUid }] },
        403,
        `No access to subLeads[1].propertyUid ${foreignPropertyUid}`,
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

  it('returns the same response for a repeated Idempotency-Key', async () => {
    const body = {
      agencyUid,
      status: 'BOOKED',
      checkInLocalDate: '2026-07-04',
      checkOutLocalDate: '2026-07-08',
      guestInformation: {},
      propertyUid: await newProperty(),
      subLeads: [{ propertyUid: await newProperty() }],
    }
    const headers = { 'idempotency-key': randomUUID() }
    const post = () => server.request('POST', path, { key, headers, body })
    const [first, second] = [await post(), await post()]
    assert.equal(first.status, 201)
    assert.equal(second.headers.get('idempotent-replayed'), 'true')
    assert.deepEqual(second.body, first.body)
  })
})
