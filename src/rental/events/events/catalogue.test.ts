/** That every event type is told by its real act, and as it should be: contract/events.md §3, §4. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changed, type LoggedEvent, told } from '../../../../test/fixtures/events/event-log.ts'
import {
  tellOfAccess,
  tellOfIcals,
  tellOfJobs,
  tellOfMessages,
  tellOfReviews,
} from '../../../../test/fixtures/events/tell-of-others.ts'
import { tellOfCustomData, tellOfOwners } from '../../../../test/fixtures/events/tell-of-owners.ts'
import { makeToldCase, type ToldCase } from '../../../../test/fixtures/events/told-case.ts'
import { makeProperty } from '../../../../test/fixtures/rows.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { startServer } from '../../../../test/support/server.ts'
import { causes, type EventType, eventTypes, kindOf } from './event.ts'

const server = await startServer(callsAnywhere)
const everything: LoggedEvent[] = []

const makeCase = () => makeToldCase(server, everything)

const availabilityOf = (events: LoggedEvent[]) =>
  events.filter(({ type }) => type === 'PROPERTY_AVAILABILITY_UPDATED')

/** What makes the calendar change by each of the ten causes. */
const changing: Record<(typeof causes)[number], (it: ToldCase) => Promise<unknown>> = {
  LEAD_PROPERTY_CHANGED: async it =>
    it.act('BK', 'alteration', { propertyUid: await makeProperty(server, it.agencyUid) }),
  LEAD_DATES_CHANGED: it => it.act('BL', 'alteration', { checkOutLocalDate: '2026-07-09' }),
  NEW_BLOCKED_DATES: it => it.create('BLOCKED'),
  NEW_BOOKING: it => it.create('BOOKED'),
  NEW_HOLD: it => it.create('PENDING'),
  LEAD_SOFT_DELETED: async it => it.made('DELETE', `/leads/${await it.leadIn('IG')}`),
  BOOKING_CANCELLED: it => it.act('BK', 'cancel'),
  BLOCK_DELETED: async it => it.made('DELETE', `/leads/${await it.leadIn('BL')}`),
  HOLD_CANCELLED: it => it.act('OH', 'close'),
  BOOKING_UPDATED: it => it.act('BK', 'alteration', { adultCount: 2 }),
}

describe('PROPERTY_AVAILABILITY_UPDATED', () => {
  for (const cause of causes) {
    it(`is told because of ${cause}`, async () => {
      const given = await makeCase()
      await changing[cause](given)
      const told = availabilityOf(await given.news())
      assert.deepEqual(new Set(told.map(event => event.cause)), new Set([cause]))
    })
  }
})

describe('a lead that goes to another house', () => {
  it('tells of the property that it leaves and of its new one', async () => {
    const given = await makeCase()
    const propertyUid = await makeProperty(server, given.agencyUid)
    const lead_uid = await given.act('BK', 'alteration', { propertyUid })
    const events = await given.news()
    const places = availabilityOf(events).map(({ payload }) => payload)
    const common = { agency_uid: given.agencyUid, event_type: 'PROPERTY_AVAILABILITY_UPDATED' }
    assert.deepEqual(
      places,
      [given.propertyUid, propertyUid].map(property_uid => ({ ...common, property_uid, lead_uid })),
    )
    const moved = events.filter(({ type }) => type === 'LEAD_PROPERTY_CHANGED')
    assert.deepEqual(
      moved.map(({ payload }) => payload),
      [
        {
          agency_uid: given.agencyUid,
          event_type: 'LEAD_PROPERTY_CHANGED',
          lead_uid,
          property_uid: propertyUid,
          previous_property_uid: given.propertyUid,
        },
      ],
    )
  })

  it('tells of each house once when its dates move, too, beside both causes', async () => {
    for (const state of ['BK', 'BL'] as const) {
      const given = await makeCase()
      const propertyUid = await makeProperty(server, given.agencyUid)
      const dates = { checkInLocalDate: '2026-07-05', checkOutLocalDate: '2026-07-09' }
      const lead_uid = await given.act(state, 'alteration', { propertyUid, ...dates })
      const events = await given.news()
      assert.deepEqual(
        availabilityOf(events).map(({ property_uid, cause }) => [property_uid, cause]),
        [given.propertyUid, propertyUid].map(uid => [uid, 'LEAD_PROPERTY_CHANGED']),
      )
      const dated = events.filter(({ type }) => type === 'LEAD_DATES_CHANGED')
      const of = { agency_uid: given.agencyUid, event_type: 'LEAD_DATES_CHANGED' }
      assert.deepEqual(
        dated.map(({ payload }) => payload),
        [{ ...of, lead_uid, property_uid: propertyUid }],
      )
      const moved = events.filter(({ type }) => type === 'LEAD_PROPERTY_CHANGED')
      assert.equal(moved.length, 1)
    }
  })
})

describe('linked calendars', () => {
  it('tell together: a master with its subs, a sub with its master', async () => {
    const given = await makeCase()
    const { agencyUid, propertyUid: master } = given
    const link = { parent_uid: master }
    const first = await makeProperty(server, agencyUid, link)
    const second = await makeProperty(server, agencyUid, link)
    await given.create('BOOKED')
    const places = async () => availabilityOf(await given.news()).map(event => event.property_uid)
    assert.deepEqual(await places(), [master, first, second])
    const dates = { checkInLocalDate: '2026-08-04', checkOutLocalDate: '2026-08-08' }
    await given.create('BOOKED', { propertyUid: first, ...dates })
    assert.deepEqual(await places(), [first, master])
  })
})

describe('an event', () => {
  it('says who did it, what changed, and the versions of its object', async () => {
    const given = await makeCase()
    const { uid } = (await given.create('ON_HOLD')).lead
    await given.made('PATCH', `/leads/${uid}`, { notes: 'Late' })
    const [hold, , , patch] = await given.news()
    const versions = (event?: LoggedEvent) => [
      event?.previous_object_version,
      event?.object_version,
    ]
    assert.deepEqual(
      [versions(hold), versions(patch)],
      [
        [0, 1],
        [1, 2],
      ],
    )
    assert.deepEqual([hold!.object_type, hold!.object_uid], ['LEAD', uid])
    assert.deepEqual(patch!.changes, { notes: [null, null] })
    await given.made('PATCH', `/properties/${given.propertyUid}`, {
      availability: { minimumStay: 3 },
    })
    const [property] = await given.news()
    assert.deepEqual(property!.changes, { 'availability.minimumStay': [1, 3] })
  })
})

describe('what is told of', () => {
  it('a promo code: that a lead begins to count as a use of it', async () => {
    const given = await makeCase()
    const { made, agencyUid, create } = given
    const code = { agencyUid, code: 'SUMMER', discountType: 'PERCENT', discountAmount: 10 }
    const { uid } = (await made('POST', '/promo-codes', code)).promoCode
    const redeemed = async () =>
      (await given.news()).filter(({ type }) => type === 'PROMO_CODE_REDEEMED')
    const inquiry = (await create('NEW', { promoCode: 'summer' })).lead.uid
    assert.deepEqual(await redeemed(), [])
    await made('POST', `/leads/${inquiry}/mark-as-booked`)
    const [event] = await redeemed()
    assert.deepEqual(event!.payload, {
      agency_uid: agencyUid,
      event_type: 'PROMO_CODE_REDEEMED',
      promo_code_uid: uid,
      property_uid: given.propertyUid,
      lead_uid: inquiry,
    })
    await made('POST', `/leads/${inquiry}/alteration`, { adultCount: 1 })
    assert.deepEqual(await redeemed(), [], 'it counts already')
    const stay = { checkInLocalDate: '2026-08-04', checkOutLocalDate: '2026-08-08' }
    const plain = (await create('BOOKED', stay)).lead.uid
    await made('POST', `/leads/${plain}/alteration`, { promoCode: 'SUMMER' })
    assert.deepEqual(
      (await redeemed()).map(({ lead_uid }) => lead_uid),
      [plain],
    )
    await made('DELETE', `/promo-codes/${uid}`)
    assert.deepEqual(await given.tells(), ['PROMO_CODE_DELETED'])
  })

  it('a hotel: what it shows, and that a unit of it changes', async () => {
    const given = await makeCase()
    const { made, hotelUid } = given
    const object = { objectUid: hotelUid, objectType: 'HOTEL' }
    await made('POST', '/tags', { ...object, tags: ['sea'] })
    await made('POST', '/custom-amenities', { ...object, name: 'Pier' })
    await made('POST', '/amenities', { hotelUid, amenity: 'HAS_POOL' })
    await made('POST', '/photos', { hotelUid, originalImageUrl: 'https://example.org/1.jpg' })
    const told = await given.news()
    assert.deepEqual(
      told.map(({ type, hotel_uid }) => [type, hotel_uid]),
      Array.from({ length: 4 }, () => ['HOTEL_UPDATED', hotelUid]),
    )
  })

  it('a unit: that a stay goes from one to another', async () => {
    const given = await makeCase()
    const { made, typeUid } = given
    const path = '/multi-units/units'
    const { unit } = await made('POST', path, { unitTypeUid: typeUid, name: 'Attic' })
    const { uid } = (await given.create('BOOKED', { propertyUid: typeUid })).lead
    await given.news()
    await made('POST', `/leads/${uid}/alteration`, { unitUid: unit.uid })
    assert.deepEqual(await given.tells(), ['UNIT_CHANGED', changed('BOOKING_UPDATED')])
  })
})

describe('what is told of properties', () => {
  it('a deleted one: that, and that its inquiries have none; its block goes untold', async () => {
    const given = await makeCase()
    await given.leadIn('BL')
    const inquiry = await given.leadIn('NW')
    await given.made('DELETE', `/properties/${given.propertyUid}`)
    const events = await given.news()
    assert.deepEqual(told(events), ['BOOKING_UPDATED', 'INQUIRY_UPDATED', 'DELETED_PROPERTY'])
    const { agencyUid: agency_uid } = given
    const expected = { agency_uid, event_type: 'BOOKING_UPDATED', lead_uid: inquiry }
    assert.deepEqual(events[0]!.payload, expected)
  })

  it('a sub: it and its master, once each, at its creation only the master', async () => {
    const given = await makeCase()
    const { made, agencyUid, propertyUid: parentUid } = given
    const uid = await makeProperty(server, agencyUid)
    await made('PATCH', `/properties/${uid}`, { parentUid, name: 'Annexe' })
    const events = await given.news()
    assert.deepEqual(told(events), ['UPDATED_PROPERTY', 'UPDATED_PROPERTY'])
    assert.deepEqual(new Set(events.map(event => event.property_uid)), new Set([uid, parentUid]))
    const address = { city: 'Aspen', countryCode: 'US' }
    const body = { agencyUid, name: 'Barn', parentUid, address, propertyType: 'CABIN' }
    await made('POST', '/properties', body)
    assert.deepEqual(await given.tells(), ['NEW_PROPERTY', 'UPDATED_PROPERTY'])
  })
})

/** Types that tell a partner of its own access; the tests of grants have them. */
const ofAccess = [
  ...['CHANNEL_ACTIVATED', 'CHANNEL_DEACTIVATED', 'INTEGRATION_ACTIVATED'],
  ...['INTEGRATION_DEACTIVATED', 'PROPERTY_ACCESS_GRANTED', 'PROPERTY_ACCESS_REVOKED'],
]

describe('the catalogue', () => {
  it('has no type that is never told', async () => {
    const given = await makeCase()
    const { made, agencyUid, propertyUid, orderOf, leadIn } = given
    await made('PATCH', `/properties/${propertyUid}`, { isActive: false })
    await made('PATCH', `/properties/${propertyUid}`, { isActive: true })
    const sale = { type: 'SALE', status: 'SUCCESS', amount: 5 }
    await made('POST', '/transactions', { orderUid: await orderOf(await leadIn('CA')), ...sale })
    await made('POST', `/leads/${await leadIn('NW')}/mark-paf-completed`)
    await made('POST', '/tags', { objectUid: propertyUid, objectType: 'PROPERTY', tags: ['sea'] })
    await made('PUT', `/property-pricing-rules/${propertyUid}`, { increaseRate: 0.1 })
    const code = { agencyUid, code: 'SUMMER', discountType: 'PERCENT', discountAmount: 10 }
    const { promoCode } = await made('POST', '/promo-codes', code)
    await made('PATCH', `/promo-codes/${promoCode.uid}`, { isActive: false })
    await tellOfIcals(given)
    await tellOfJobs(server, given)
    await tellOfMessages(server, given)
    await tellOfOwners(given)
    await tellOfCustomData(given)
    await tellOfAccess(given)
    await tellOfReviews(given)
    const { uid } = (await given.create('ON_HOLD')).lead
    server.clock.advance(200 * 3_600_000)
    await made('POST', `/leads/${uid}/reopen`)
    await given.news()
    const types = new Set<string>(everything.map(({ type }) => type))
    const untold = eventTypes.filter(type => !types.has(type))
    assert.deepEqual(untold.sort(), ofAccess.sort())
  })

  it('gives the keys of each payload, in their order', () => {
    for (const { type, payload } of everything) {
      const { keys } = kindOf(type as EventType)
      const names = Object.keys(payload as object)
      assert.deepEqual(names.slice(0, 2), ['agency_uid', 'event_type'], type)
      const told = keys.filter(key => names.includes(key.replace('?', '')))
      assert.deepEqual(
        names.slice(2),
        told.map(key => key.replace('?', '')),
        type,
      )
      const missing = keys.filter(key => !key.endsWith('?') && !names.includes(key))
      assert.deepEqual(missing, [], type)
    }
  })

  it('names the object of each event, whose versions follow each other', () => {
    for (const event of everything) {
      const { object_version, previous_object_version, object_uid, actor_type } = event
      assert.equal(object_version, previous_object_version + 1)
      assert.ok(Object.values(event.payload as object).includes(object_uid), event.type)
      assert.ok(['API_KEY', 'ICAL', 'SYSTEM'].includes(actor_type))
    }
  })
})
