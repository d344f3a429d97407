/** Events of each command, with their fields: contract/events.md §3, §4. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  emitAccessEvents,
  emitIcalEvents,
  emitJobEvents,
  emitMessageEvents,
  emitReviewEvents,
} from '../../../../test/fixtures/events/emit-other-events.ts'
import {
  emitCustomDataEvents,
  emitOwnerEvents,
} from '../../../../test/fixtures/events/emit-owner-events.ts'
import { type EventCase, makeEventCase } from '../../../../test/fixtures/events/event-case.ts'
import {
  changed,
  formatEvents,
  type LoggedEvent,
} from '../../../../test/fixtures/events/event-log.ts'
import { makeProperty } from '../../../../test/fixtures/rows.ts'
import { callsAnywhere } from '../../../../test/fixtures/webhooks.ts'
import { startServer } from '../../../../test/support/server.ts'
import { causes, type EventType, eventKind, eventTypes } from '../../../pending-events/event.ts'

const server = await startServer(callsAnywhere)
const everything: LoggedEvent[] = []

const makeCase = () => makeEventCase(server, everything)

const filterAvailability = (events: LoggedEvent[]) =>
  events.filter(({ type }) => type === 'PROPERTY_AVAILABILITY_UPDATED')

/** Commands that change the calendar, for each of the ten causes. */
const changing: Record<(typeof causes)[number], (it: EventCase) => Promise<unknown>> = {
  LEAD_PROPERTY_CHANGED: async it =>
    it.runAction('BK', 'alteration', { propertyUid: await makeProperty(server, it.agencyUid) }),
  LEAD_DATES_CHANGED: it => it.runAction('BL', 'alteration', { checkOutLocalDate: '2026-07-09' }),
  NEW_BLOCKED_DATES: it => it.create('BLOCKED'),
  NEW_BOOKING: it => it.create('BOOKED'),
  NEW_HOLD: it => it.create('PENDING'),
  LEAD_SOFT_DELETED: async it => it.made('DELETE', `/leads/${await it.leadIn('IG')}`),
  BOOKING_CANCELLED: it => it.runAction('BK', 'cancel'),
  BLOCK_DELETED: async it => it.made('DELETE', `/leads/${await it.leadIn('BL')}`),
  HOLD_CANCELLED: it => it.runAction('OH', 'close'),
  BOOKING_UPDATED: it => it.runAction('BK', 'alteration', { adultCount: 2 }),
}

describe('PROPERTY_AVAILABILITY_UPDATED', () => {
  for (const cause of causes) {
    it(`is emitted with the cause ${cause}`, async () => {
      const setup = await makeCase()
      await changing[cause](setup)
      const emitted = filterAvailability(await setup.newEvents())
      assert.deepEqual(new Set(emitted.map(event => event.cause)), new Set([cause]))
    })
  }
})

describe('a lead that moves to another property', () => {
  it('emits events for its previous and its new property', async () => {
    const setup = await makeCase()
    const propertyUid = await makeProperty(server, setup.agencyUid)
    const lead_uid = await setup.runAction('BK', 'alteration', { propertyUid })
    const events = await setup.newEvents()
    const payloads = filterAvailability(events).map(({ payload }) => payload)
    const common = { agency_uid: setup.agencyUid, event_type: 'PROPERTY_AVAILABILITY_UPDATED' }
    assert.deepEqual(
      payloads,
      [setup.propertyUid, propertyUid].map(property_uid => ({ ...common, property_uid, lead_uid })),
    )
    const moved = events.filter(({ type }) => type === 'LEAD_PROPERTY_CHANGED')
    assert.deepEqual(
      moved.map(({ payload }) => payload),
      [
        {
          agency_uid: setup.agencyUid,
          event_type: 'LEAD_PROPERTY_CHANGED',
          lead_uid,
          property_uid: propertyUid,
          previous_property_uid: setup.propertyUid,
        },
      ],
    )
  })

  it('emits one event per property when its dates change, too, with both causes', async () => {
    for (const state of ['BK', 'BL'] as const) {
      const setup = await makeCase()
      const propertyUid = await makeProperty(server, setup.agencyUid)
      const dates = { checkInLocalDate: '2026-07-05', checkOutLocalDate: '2026-07-09' }
      const lead_uid = await setup.runAction(state, 'alteration', { propertyUid, ...dates })
      const events = await setup.newEvents()
      assert.deepEqual(
        filterAvailability(events).map(({ property_uid, cause }) => [property_uid, cause]),
        [setup.propertyUid, propertyUid].map(uid => [uid, 'LEAD_PROPERTY_CHANGED']),
      )
      const dated = events.filter(({ type }) => type === 'LEAD_DATES_CHANGED')
      const of = { agency_uid: setup.agencyUid, event_type: 'LEAD_DATES_CHANGED' }
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
  it('emit events together: a master with its subs, a sub with its master', async () => {
    const setup = await makeCase()
    const { agencyUid, propertyUid: master } = setup
    const link = { parent_uid: master }
    const first = await makeProperty(server, agencyUid, link)
    const second = await makeProperty(server, agencyUid, link)
    await setup.create('BOOKED')
    const payloads = async () =>
      filterAvailability(await setup.newEvents()).map(event => event.property_uid)
    assert.deepEqual(await payloads(), [master, first, second])
    const dates = { checkInLocalDate: '2026-08-04', checkOutLocalDate: '2026-08-08' }
    await setup.create('BOOKED', { propertyUid: first, ...dates })
    assert.deepEqual(await payloads(), [first, master])
  })
})

describe('an event', () => {
  it('contains the actor, the changes, and the versions of its object', async () => {
    const setup = await makeCase()
    const { uid } = (await setup.create('ON_HOLD')).lead
    await setup.made('PATCH', `/leads/${uid}`, { notes: 'Late' })
    const [hold, , , patch] = await setup.newEvents()
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
    await setup.made('PATCH', `/properties/${setup.propertyUid}`, {
      availability: { minimumStay: 3 },
    })
    const [property] = await setup.newEvents()
    assert.deepEqual(property!.changes, { 'availability.minimumStay': [1, 3] })
  })
})

describe('events are emitted about', () => {
  it('a promo code when a lead starts to use it', async () => {
    const setup = await makeCase()
    const { made, agencyUid, create } = setup
    const code = { agencyUid, code: 'SUMMER', discountType: 'PERCENT', discountAmount: 10 }
    const { uid } = (await made('POST', '/promo-codes', code)).promoCode
    const redeemed = async () =>
      (await setup.newEvents()).filter(({ type }) => type === 'PROMO_CODE_REDEEMED')
    const inquiry = (await create('NEW', { promoCode: 'summer' })).lead.uid
    assert.deepEqual(await redeemed(), [])
    await made('POST', `/leads/${inquiry}/mark-as-booked`)
    const [event] = await redeemed()
    assert.deepEqual(event!.payload, {
      agency_uid: agencyUid,
      event_type: 'PROMO_CODE_REDEEMED',
      promo_code_uid: uid,
      property_uid: setup.propertyUid,
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
    assert.deepEqual(await setup.newTypes(), ['PROMO_CODE_DELETED'])
  })

  it('a hotel when its fields or one of its units change', async () => {
    const setup = await makeCase()
    const { made, hotelUid } = setup
    const object = { objectUid: hotelUid, objectType: 'HOTEL' }
    await made('POST', '/tags', { ...object, tags: ['sea'] })
    await made('POST', '/custom-amenities', { ...object, name: 'Pier' })
    await made('POST', '/amenities', { hotelUid, amenity: 'HAS_POOL' })
    await made('POST', '/photos', { hotelUid, originalImageUrl: 'https://example.org/1.jpg' })
    const emitted = await setup.newEvents()
    assert.deepEqual(
      emitted.map(({ type, hotel_uid }) => [type, hotel_uid]),
      Array.from({ length: 4 }, () => ['HOTEL_UPDATED', hotelUid]),
    )
  })

  it('a unit when a stay moves to another unit', async () => {
    const setup = await makeCase()
    const { made, typeUid } = setup
    const path = '/multi-units/units'
    const { unit } = await made('POST', path, { unitTypeUid: typeUid, name: 'Attic' })
    const { uid } = (await setup.create('BOOKED', { propertyUid: typeUid })).lead
    await setup.newEvents()
    await made('POST', `/leads/${uid}/alteration`, { unitUid: unit.uid })
    assert.deepEqual(await setup.newTypes(), ['UNIT_CHANGED', changed('BOOKING_UPDATED')])
  })
})

describe('events are emitted about properties', () => {
  it('a deleted one and its inquiries, but not its block', async () => {
    const setup = await makeCase()
    await setup.leadIn('BL')
    const inquiry = await setup.leadIn('NW')
    await setup.made('DELETE', `/properties/${setup.propertyUid}`)
    const events = await setup.newEvents()
    assert.deepEqual(formatEvents(events), [
      'BOOKING_UPDATED',
      'INQUIRY_UPDATED',
      'DELETED_PROPERTY',
    ])
    const { agencyUid: agency_uid } = setup
    const expected = { agency_uid, event_type: 'BOOKING_UPDATED', lead_uid: inquiry }
    assert.deepEqual(events[0]!.payload, expected)
  })

  it('a sub and its master, once each; at the creation of the sub only the master', async () => {
    const setup = await makeCase()
    const { made, agencyUid, propertyUid: parentUid } = setup
    const uid = await makeProperty(server, agencyUid)
    await made('PATCH', `/properties/${uid}`, { parentUid, name: 'Annexe' })
    const events = await setup.newEvents()
    assert.deepEqual(formatEvents(events), ['UPDATED_PROPERTY', 'UPDATED_PROPERTY'])
    assert.deepEqual(new Set(events.map(event => event.property_uid)), new Set([uid, parentUid]))
    const address = { city: 'Aspen', countryCode: 'US' }
    const body = { agencyUid, name: 'Barn', parentUid, address, propertyType: 'CABIN' }
    await made('POST', '/properties', body)
    assert.deepEqual(await setup.newTypes(), ['NEW_PROPERTY', 'UPDATED_PROPERTY'])
  })
})

/** Types for a partner's own access; the tests of grants cover them. */
const accessTypes = [
  ...['CHANNEL_ACTIVATED', 'CHANNEL_DEACTIVATED', 'INTEGRATION_ACTIVATED'],
  ...['INTEGRATION_DEACTIVATED', 'PROPERTY_ACCESS_GRANTED', 'PROPERTY_ACCESS_REVOKED'],
]

describe('the catalogue', () => {
  it('contains no type that is never emitted', async () => {
    const setup = await makeCase()
    const { made, agencyUid, propertyUid, orderOf, leadIn } = setup
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
    await emitIcalEvents(setup)
    await emitJobEvents(server, setup)
    await emitMessageEvents(server, setup)
    await emitOwnerEvents(setup)
    await emitCustomDataEvents(setup)
    await emitAccessEvents(setup)
    await emitReviewEvents(setup)
    const { uid } = (await setup.create('ON_HOLD')).lead
    server.clock.advance(200 * 3_600_000)
    await made('POST', `/leads/${uid}/reopen`)
    await setup.newEvents()
    const missing = eventTypes.filter(type => !everything.some(event => event.type === type))
    assert.deepEqual(missing.sort(), accessTypes.sort())
  })

  it('lists the keys of each payload in order', () => {
    for (const { type, payload } of everything) {
      const { keys } = eventKind(type as EventType)
      const names = Object.keys(payload as object)
      assert.deepEqual(names.slice(0, 2), ['agency_uid', 'event_type'], type)
      const ordered = keys.map(key => key.replace('?', '')).filter(key => names.includes(key))
      assert.deepEqual(names.slice(2), ordered, type)
      const missing = keys.filter(key => !key.endsWith('?') && !names.includes(key))
      assert.deepEqual(missing, [], type)
    }
  })

  it('contains the object of each event, with consecutive versions', () => {
    for (const event of everything) {
      const { object_version, previous_object_version, object_uid, actor_type } = event
      assert.equal(object_version, previous_object_version + 1)
      assert.ok(Object.values(event.payload as object).includes(object_uid), event.type)
      assert.ok(['API_KEY', 'ICAL', 'SYSTEM'].includes(actor_type))
    }
  })
})
