/** Properties of an agency with one of everything, made as its own key makes it. */
import assert from 'node:assert/strict'
import { guestOfLead } from '../../src/rental/leads/guests/keep-guest.ts'
import { routes } from '../../src/rental/routes.ts'
import {
  makeEmployee,
  makeHotel,
  makeLead,
  makeOrder,
  makeProperty,
  makeUnit,
} from '../fixtures/rows.ts'
import type { TestServer } from '../support/server.ts'
import { type AnyRoute, requestOf } from './requests.ts'
import type { Estate } from './uids.ts'

/** What is made over HTTP, in this order, and what the answer calls it. */
const made: [path: string, answer: string, name: string][] = [
  ['/amenities', 'amenity', 'amenityUid'],
  ['/custom-amenities', 'customAmenity', 'customAmenityUid'],
  ['/fees', 'fee', 'feeUid'],
  ['/icals', 'ical', 'icalUid'],
  ['/messages', 'message', 'messageUid'],
  ['/orders/:orderUid/order-adjustments', 'orderAdjustment', 'orderAdjustmentUid'],
  ['/photos', 'photo', 'photoUid'],
  ['/pin-codes', 'pinCode', 'pinCodeUid'],
  ['/pricing-periods/bulk', '', 'taskUid'],
  ['/promo-codes', 'promoCode', 'promoCodeUid'],
  ['/property-channel-links', 'propertyChannelLink', 'propertyChannelLinkUid'],
  ['/property-rules', 'propertyRule', 'propertyRuleUid'],
  ['/reviews', 'review', 'reviewUid'],
  ['/rooms', 'room', 'roomUid'],
  ['/transactions', 'transaction', 'transactionUid'],
  ['/service-providers', 'serviceProvider', 'serviceProviderUid'],
  ['/services', 'service', 'serviceUid'],
  ['/jobs', 'job', 'jobUid'],
  ['/orders/:orderUid/order-services', 'orderService', 'orderServiceUid'],
  ['/tags', '', ''],
  ['/owners', 'owner', 'ownerUid'],
  ['/owner-adjustments', 'ownerAdjustment', 'ownerAdjustmentUid'],
  ['/custom-data-fields', 'customDataField', 'customDataFieldUid'],
  ['/custom-data', '', ''],
  ['/leads/group-booking', '', 'groupUid'],
]

export async function makeEstate(
  server: TestServer,
  { agencyUid, key }: { agencyUid: string; key: string },
  mark: string,
): Promise<Estate> {
  const propertyUid = await makeProperty(server, agencyUid, { name: `Property-${mark}` })
  const hotelUid = await makeHotel(server, agencyUid, { name: `Hotel-${mark}` })
  const unitTypeUid = await makeProperty(server, agencyUid, {
    name: `Type-${mark}`,
    hotel_uid: hotelUid,
  })
  const unitUid = await makeUnit(server.database.kysely, agencyUid, unitTypeUid)
  const personalMark = `Personal-${mark}`
  const leadUid = await makeLead(server, agencyUid, {
    property_uid: propertyUid,
    ...personal(personalMark),
  })
  const ctx = { db: server.database.kysely, clock: server.clock }
  const { uid: guestUid } = await guestOfLead(ctx, { agency_uid: agencyUid, uid: leadUid })
  const orderUid = await makeOrder(server, agencyUid, leadUid)
  const email = `${personalMark}@staff.example`
  const employeeUid = await makeEmployee(server, agencyUid, { email })
  const own = { propertyUid, hotelUid, unitTypeUid, unitUid, leadUid, guestUid, orderUid }
  const derived = { objectUid: propertyUid, propertiesUids: propertyUid, leadUids: leadUid }
  const uids: Record<string, string> = { agencyUid, employeeUid, ...own, ...derived }
  const estate: Estate = { uids, personalMark, marks: [] }
  for (const [path, answer, name] of made) {
    const route = routes.find(one => one.method === 'POST' && one.path === path)
    const { path: url, body } = requestOf('v3', route as AnyRoute, '3.3', '/api/v3.3', estate)
    const { status, body: answered, text } = await server.request('POST', url, { key, body })
    assert.ok(status < 300, `POST ${path}: ${text}`)
    if (name !== '') uids[name] = uidIn(answered, answer)
  }
  const { messageUid } = uids
  const thread = await server.request('GET', `/api/v3.3/messages/${messageUid}`, { key })
  const conversation = await server.request('GET', `/v2/messages/${messageUid}`, { key })
  const { threadUid, attachments } = thread.body.message
  uids.threadUid = threadUid
  uids.attachmentUid = attachments[0].uid
  uids.token = new URL(attachments[0].fileUrl).searchParams.get('token')!
  uids.conversationUid = conversation.body.threadUid
  const guests = { extraGuests: [{ firstName: personalMark, lastName: 'x' }] }
  await server.request('PUT', `/api/v3.3/extra-guests/${leadUid}`, { key, body: guests })
  const owned = `/api/v3.3/property-ownership/${propertyUid}`
  await server.request('PUT', owned, { key, body: { ownerUid: uids.ownerUid } })
  const hidden = Object.entries(uids).filter(([name]) => !agencyWide.includes(name))
  estate.marks = [`-${mark}`, ...hidden.map(([, uid]) => uid)]
  return estate
}

/** What everybody sees whom the agency granted anything (contract/general.md §3). */
const agencyWide = [
  'agencyUid',
  'employeeUid',
  'customDataFieldUid',
  'serviceUid',
  'serviceProviderUid',
]

function personal(mark: string) {
  return {
    first_name: mark,
    last_name: mark,
    email: `${mark}@guest.example`,
    secondary_email: `${mark}@guest.example`,
    phone_number: mark,
    cell_phone_number: mark,
    address1: mark,
    address2: mark,
    zip_code: mark,
    passport_id: mark,
    flight_number: mark,
    reason_for_trip: mark,
    notes: mark,
    extra_notes: mark,
  }
}

function uidIn(body: Record<string, unknown>, answer: string): string {
  const found = answer === '' ? Object.values(body)[0] : body[answer]
  const thing = (Array.isArray(found) ? found[0] : (found ?? body)) as Record<string, string>
  const uid = thing.groupUid ?? thing.uid ?? (body as Record<string, string>).uid
  assert.ok(uid, JSON.stringify(body))
  return uid
}
