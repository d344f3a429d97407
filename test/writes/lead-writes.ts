/** Writes of leads and their orders. */
import { changed } from '../fixtures/events/event-log.ts'
import type { State } from '../lead-walk/transitions.ts'
import type { Case, Writes } from './write.ts'

const dates = { checkInLocalDate: '2026-07-04', checkOutLocalDate: '2026-07-08' }
const stay = { ...dates, guestInformation: { firstName: 'Ada', adultCount: 2 } }
const charge = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 40 }
const updated = ['BOOKING_UPDATED', 'INQUIRY_UPDATED']
const booked = ['NEW_BOOKING', changed('NEW_BOOKING')]
const cancelled = ['BOOKING_CANCELLED', changed('BOOKING_CANCELLED'), 'LEAD_STATUS_CHANGED']
const adjusted = ['BOOKING_UPDATED', 'ORDER_UPDATED']

/** An action to a lead in a state. */
const act = (state: State, tells: string[]) => async (it: Case) => ({
  params: { uid: await it.leadIn(state) },
  tells,
})

const makeGroup = async ({ made, agencyUid, hotelUid, typeUid }: Case, status: string) => {
  const body = { agencyUid, hotelUid, propertyUid: typeUid, status, ...stay }
  const group = await made('POST', '/leads/group-booking', {
    ...body,
    subLeads: [{ propertyUid: typeUid }],
  })
  return group.groupBooking.groupUid as string
}

const makeAdjustment = async ({ leadIn, orderOf, made }: Case) => {
  const orderUid = await orderOf(await leadIn('BK'))
  const { orderAdjustment } = await made('POST', `/orders/${orderUid}/order-adjustments`, charge)
  return { orderUid, uid: orderAdjustment.uid as string }
}

export const writes: Writes = {
  'POST /leads': ({ agencyUid, propertyUid }) => ({
    body: { agencyUid, propertyUid, status: 'BOOKED', ...stay },
    tells: [...booked, 'ORDER_CREATED'],
  }),
  'PATCH /leads/:uid': async it => ({
    params: { uid: await it.leadIn('BK') },
    body: { notes: 'Late arrival' },
    tells: ['BOOKING_UPDATED'],
  }),
  'POST /leads/:uid/alteration': async it => ({
    params: { uid: await it.leadIn('BK') },
    body: { checkOutLocalDate: '2026-07-09' },
    tells: [
      'BOOKING_UPDATED',
      changed('LEAD_DATES_CHANGED'),
      'LEAD_DATES_CHANGED',
      'ORDER_UPDATED',
    ],
  }),
  'DELETE /leads/:uid': act('CL', [changed('LEAD_SOFT_DELETED'), 'LEAD_SOFT_DELETED']),
  'POST /leads/:uid/put-on-hold': act('NW', [
    'NEW_HOLD',
    changed('NEW_HOLD'),
    'LEAD_STATUS_CHANGED',
  ]),
  'POST /leads/:uid/extend-hold': act('OH', updated),
  'POST /leads/:uid/mark-quote-sent': act('NW', updated),
  'POST /leads/:uid/close': act('NW', [...updated, 'LEAD_STATUS_CHANGED']),
  'POST /leads/:uid/reopen': act('CL', [...updated, 'LEAD_STATUS_CHANGED']),
  'POST /leads/:uid/mark-as-booked': act('NW', [...booked, 'LEAD_STATUS_CHANGED']),
  'POST /leads/:uid/accept-booking-request': act('PE', [...booked, 'LEAD_STATUS_CHANGED']),
  'POST /leads/:uid/decline-booking-request': act('PE', [
    'BOOKING_UPDATED',
    changed('HOLD_CANCELLED'),
    'HOLD_CANCELLED',
    'INQUIRY_UPDATED',
    'LEAD_STATUS_CHANGED',
  ]),
  'POST /leads/:uid/cancel': act('BK', cancelled),
  'POST /leads/:uid/rebook': act('CA', [...booked, 'LEAD_STATUS_CHANGED']),
  'POST /leads/:uid/mark-paf-completed': act('BK', [
    'BOOKING_UPDATED',
    'PRE_ARRIVAL_FORM_COMPLETED',
  ]),
  'POST /leads/blocks': ({ agencyUid, propertyUid, typeUid }) => ({
    body: {
      agencyUid,
      propertyUids: [propertyUid, typeUid],
      from: dates.checkInLocalDate,
      to: dates.checkInLocalDate,
    },
    tells: ['NEW_BLOCKED_DATES', 'NEW_BLOCKED_DATES'].flatMap(type => [type, changed(type)]),
  }),
  'POST /leads/:uid/split': async it => ({
    params: { uid: await it.leadIn('BK') },
    body: { splitLocalDate: '2026-07-06', propertyUid: it.typeUid },
    tells: [
      'BOOKING_UPDATED',
      changed('LEAD_DATES_CHANGED'),
      'LEAD_DATES_CHANGED',
      ...booked,
      'ORDER_UPDATED',
      'ORDER_CREATED',
    ],
  }),
  'POST /leads/group-booking': ({ agencyUid, hotelUid, typeUid }) => ({
    body: {
      ...{ agencyUid, hotelUid, propertyUid: typeUid, status: 'BOOKED', ...stay },
      subLeads: [{ propertyUid: typeUid }],
    },
    tells: [...booked, ...booked, 'ORDER_CREATED'],
  }),
  'POST /leads/group-booking/:groupUid/cancel': async it => ({
    params: { groupUid: await makeGroup(it, 'BOOKED') },
    tells: [...cancelled, ...cancelled],
  }),
  'PUT /extra-guests/:leadUid': async it => ({
    params: { leadUid: await it.leadIn('BK') },
    body: { extraGuests: [{ firstName: 'Bob' }] },
    tells: ['BOOKING_UPDATED'],
  }),
  'POST /orders/:orderUid/order-adjustments': async it => ({
    params: { orderUid: await it.orderOf(await it.leadIn('BK')) },
    body: charge,
    tells: adjusted,
  }),
  'PUT /orders/:orderUid/order-adjustments': async it => ({
    params: { orderUid: await it.orderOf(await it.leadIn('BK')) },
    body: { ...charge, externalId: 'A-1' },
    tells: adjusted,
  }),
  'DELETE /orders/:orderUid/order-adjustments/:uid': async it => ({
    params: await makeAdjustment(it),
    tells: adjusted,
  }),
  'POST /transactions': async it => ({
    body: {
      orderUid: await it.orderOf(await it.leadIn('BK')),
      type: 'SALE',
      status: 'SUCCESS',
      amount: 500,
    },
    tells: ['TRANSACTION_CREATED'],
  }),
}
