/** Write cases of leads and their orders. */
import { changed } from '../fixtures/events/event-log.ts'
import type { State } from '../lead-model/transitions.ts'
import type { Case, Writes } from './write.ts'

const dates = { checkInLocalDate: '2026-07-04', checkOutLocalDate: '2026-07-08' }
const stay = { ...dates, guestInformation: { firstName: 'Ada', adultCount: 2 } }
const charge = { transactionType: 'CHARGE', adjustmentType: 'FEE', amount: 40 }
const updated = ['BOOKING_UPDATED', 'INQUIRY_UPDATED']
const booked = ['NEW_BOOKING', changed('NEW_BOOKING')]
const cancelled = ['BOOKING_CANCELLED', changed('BOOKING_CANCELLED'), 'LEAD_STATUS_CHANGED']
const adjusted = ['BOOKING_UPDATED', 'ORDER_UPDATED']

const leadAction = (state: State, tells: string[]) => async (agency: Case) => ({
  params: { uid: await agency.leadIn(state) },
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
  'PATCH /leads/:uid': async agency => ({
    params: { uid: await agency.leadIn('BK') },
    body: { notes: 'Late arrival' },
    tells: ['BOOKING_UPDATED'],
  }),
  'POST /leads/:uid/alteration': async agency => ({
    params: { uid: await agency.leadIn('BK') },
    body: { checkOutLocalDate: '2026-07-09' },
    tells: [
      'BOOKING_UPDATED',
      changed('LEAD_DATES_CHANGED'),
      'LEAD_DATES_CHANGED',
      'ORDER_UPDATED',
    ],
  }),
  'DELETE /leads/:uid': leadAction('CL', [changed('LEAD_SOFT_DELETED'), 'LEAD_SOFT_DELETED']),
  'POST /leads/:uid/put-on-hold': leadAction('NW', [
    'NEW_HOLD',
    changed('NEW_HOLD'),
    'LEAD_STATUS_CHANGED',
  ]),
  'POST /leads/:uid/extend-hold': leadAction('OH', updated),
  'POST /leads/:uid/mark-quote-sent': leadAction('NW', updated),
  'POST /leads/:uid/close': leadAction('NW', [...updated, 'LEAD_STATUS_CHANGED']),
  'POST /leads/:uid/reopen': leadAction('CL', [...updated, 'LEAD_STATUS_CHANGED']),
  'POST /leads/:uid/mark-as-booked': leadAction('NW', [...booked, 'LEAD_STATUS_CHANGED']),
  'POST /leads/:uid/accept-booking-request': leadAction('PE', [...booked, 'LEAD_STATUS_CHANGED']),
  'POST /leads/:uid/decline-booking-request': leadAction('PE', [
    'BOOKING_UPDATED',
    changed('HOLD_CANCELLED'),
    'HOLD_CANCELLED',
    'INQUIRY_UPDATED',
    'LEAD_STATUS_CHANGED',
  ]),
  'POST /leads/:uid/cancel': leadAction('BK', cancelled),
  'POST /leads/:uid/rebook': leadAction('CA', [...booked, 'LEAD_STATUS_CHANGED']),
  'POST /leads/:uid/mark-paf-completed': leadAction('BK', [
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
  'POST /leads/:uid/split': async agency => ({
    params: { uid: await agency.leadIn('BK') },
    body: { splitLocalDate: '2026-07-06', propertyUid: agency.typeUid },
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
  'POST /leads/group-booking/:groupUid/cancel': async agency => ({
    params: { groupUid: await makeGroup(agency, 'BOOKED') },
    tells: [...cancelled, ...cancelled],
  }),
  'PUT /extra-guests/:leadUid': async agency => ({
    params: { leadUid: await agency.leadIn('BK') },
    body: { extraGuests: [{ firstName: 'Bob' }] },
    tells: ['BOOKING_UPDATED'],
  }),
  'POST /orders/:orderUid/order-adjustments': async agency => ({
    params: { orderUid: await agency.orderOf(await agency.leadIn('BK')) },
    body: charge,
    tells: adjusted,
  }),
  'PUT /orders/:orderUid/order-adjustments': async agency => ({
    params: { orderUid: await agency.orderOf(await agency.leadIn('BK')) },
    body: { ...charge, externalId: 'A-1' },
    tells: adjusted,
  }),
  'DELETE /orders/:orderUid/order-adjustments/:uid': async agency => ({
    params: await makeAdjustment(agency),
    tells: adjusted,
  }),
  'POST /transactions': async agency => ({
    body: {
      orderUid: await agency.orderOf(await agency.leadIn('BK')),
      type: 'SALE',
      status: 'SUCCESS',
      amount: 500,
    },
    tells: ['TRANSACTION_CREATED'],
  }),
}
