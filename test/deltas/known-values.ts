/** What the types of body fields do not tell: references, formats, and fields that go together. */

import { newUid } from '../../src/platform/uid.ts'
import { unitsOf } from '../fixtures/held-nights.ts'
import { makeProvider } from '../fixtures/jobs.ts'
import type { Write } from '../writes/write.ts'
import type { FullCase } from './full-case.ts'

let count = 0

/** Returns a number that no field has had before. */
export const next = () => ++count

type Values = (it: FullCase, write: Write) => unknown[]
/** Such as make what they refer to first. */
type MadeValues = (it: FullCase, write: Write) => Promise<unknown[]>

const bodyUid: Values = (_, { body }) => [(body as { uid?: string }).uid ?? newUid()]
const ofType: Values = ({ typeUid }) => [typeUid]
const unitOfType: MadeValues = async ({ server, agencyUid, typeUid }) =>
  (await unitsOf(server, agencyUid, typeUid)).slice(0, 1)
const starts: Values = () => ['2026-07-04T10:00:00', '2026-07-04T10:30:00']
const madeOf =
  (path: string, name: string, fields: (it: FullCase) => object): MadeValues =>
  async it => [(await it.made('POST', path, fields(it)))[name].uid]
const linen = { name: 'Linen', amount: 12.5, amountType: 'AMOUNT', taxationRate: 0.2 }
const feeOfType = madeOf('/fees', 'fee', ({ typeUid }) => ({ propertyUid: typeUid, ...linen }))
const makeOwner = madeOf('/owners', 'owner', ({ agencyUid }) => {
  return { agencyUid, firstName: 'Ida', lastName: 'Reed', email: `o${next()}@mail.example` }
})
const thread =
  (path: string, fields: object): MadeValues =>
  async it => {
    const leadUid = await it.leadIn('NW')
    const body = { ...fields, leadUid, content: { text: 'Hello' } }
    return [(await it.made('POST', path, body)).message.threadUid]
  }

/** Values by route and field, by the way to the field, or by its key; the first that is there. */
export const knownValues: Record<string, Values> = {
  agencyUid: ({ agencyUid }) => [agencyUid],
  agentUid: ({ employeeUid }) => [employeeUid],
  assigneeUid: ({ employeeUid }) => [employeeUid],
  checkInDate: () => ['2027-06-09', '2027-06-08'],
  checkOutDate: () => ['2027-06-15', '2027-06-16'],
  code: () => [`${4000 + next()}`],
  customDataFieldUid: (_, { body, query }) => [
    (body as { customDataFieldUid?: string })?.customDataFieldUid ?? query?.customDataFieldUid,
  ],
  contentBase64: () => ['SGVsbG8='],
  dayOfWeekMinimumStay: () => [{ MONDAY: 2 }, { MONDAY: 3 }],
  featuredProperties: ({ propertyUid }) => [[propertyUid]],
  fileName: () => ['a.txt'],
  fileType: () => ['text/plain'],
  from: () => ['2026-07-03', '2026-07-02'],
  'guest.email': () => [`g${next()}@mail.example`],
  hotelUid: ({ hotelUid }) => [hotelUid],
  leadUid: ({ lead }) => [lead],
  objectUid: ({ propertyUid }) => [propertyUid],
  orderUid: ({ order }) => [order],
  parentUid: ({ house }) => [house],
  participantUid: ({ agencyUid }) => [agencyUid],
  password: () => ['correct horse battery staple'],
  pinCode: () => [`${4000 + next()}`],
  promoCode: () => ['SPRING'],
  propertyUid: ({ house }) => [house],
  propertyUids: ({ propertyUid }) => [[propertyUid]],
  rateMultipliers: () => [{ VRBO: { value: 0.2 } }],
  serviceUid: ({ serviceUid }) => [serviceUid],
  slug: () => [`cedar-${next()}`],
  start: starts,
  startLocalDateTime: starts,
  subPropertiesUids: ({ house }) => [[house]],
  tags: () => [['sea', 'vip']],
  to: () => ['2026-07-06', '2026-07-07'],
  uid: bodyUid,
  unitTypeUid: ofType,
  url: () => [`https://calendar.example/${next()}.ics`],
  variable: () => [`DOOR_${next()}`],
  userUid: ({ employeeUid }) => [employeeUid],

  'POST /leads expectedTotalAmount': () => [470],
  'POST /leads/:uid/rebook expectedTotalAmount': () => [514],
  'POST /leads/:uid/alteration expectedTotalAmount': () => [635],
  'POST /leads checkInDate': () => ['2026-07-03', '2026-07-02'],
  'POST /leads checkOutDate': () => ['2026-07-09', '2026-07-10'],
  'PUT /leads/:uid checkInDate': () => ['2026-07-03', '2026-07-02'],
  'PUT /leads/:uid checkOutDate': () => ['2026-07-09', '2026-07-10'],
  'POST /leads/:uid/mark-as-booked promoCode': () => [null],
  'POST /leads/:uid/rebook promoCode': () => [null],
  'POST /leads/group-booking propertyUid': ofType,
  'POST /leads/group-booking subLeads.0.propertyUid': ofType,
  'POST /photos propertyUid': ofType,
  'PUT /tags objectUid': ({ lead }) => [lead],
  'operations.0.pricingPeriod.to': () => ['2027-06-14'],
  'POST /promo-codes code': () => [`WINTER${next()}`],
  'PUT /promo-codes/:uid code': () => [`WINTER${next()}`],
  'PATCH /promo-codes/:uid code': () => [`WINTER${next()}`],
}

/** Values for which an object is made or looked for first, by the same keys. */
export const madeValues: Record<string, MadeValues> = {
  feeUid: madeOf('/fees', 'fee', ({ propertyUid }) => ({ propertyUid, ...linen })),
  ownerUid: makeOwner,
  serviceProviderUid: async ({ server, agencyUid }) => [await makeProvider(server, agencyUid)],
  unitUid: unitOfType,
  unitUids: async (it, write) => [await unitOfType(it, write)],
  'POST /messages threadUid': thread('/messages', { type: 'EMAIL' }),
  'POST /messages/inbound threadUid': thread('/messages/inbound', { type: 'AIRBNB' }),
  'PUT /rooms-bulk rooms.0.uid': madeOf('/rooms', 'room', ({ propertyUid }) => {
    return { propertyUid, roomNumber: 2, roomType: 'BEDROOM', hasPrivateBathroom: false }
  }),
  'owner.uid': makeOwner,
  'POST /leads/group-booking quoteOverrides.fees.otherFees.0.feeUid': feeOfType,
  'POST /leads/group-booking subLeads.0.quoteOverrides.fees.otherFees.0.feeUid': feeOfType,
  'PUT /pincodes uid': madeOf('/pin-codes', 'pinCode', ({ propertyUid, employeeUid }) => {
    return { propertyUid, userUid: employeeUid }
  }),
}

const attachment = { fileName: 'a.txt', fileType: 'text/plain', contentBase64: 'SGVsbG8=' }
const range = { date: undefined, from: '2027-06-10', to: '2027-06-12' }

/**
 * What has to stand beside a field in its object, by the keys of both, by that of the field, or by
 * that of the object; undefined: nothing of that key.
 */
export const siblings: Record<string, object> = {
  attachments: attachment,
  latitude: { longitude: 7 },
  longitude: { latitude: 47 },
  maximumNights: { scope: 'PER_NIGHT' },
  otherFees: { name: 'Linen', amount: 5 },
  'otherFees.feeUid': { netPrice: 7 },
  'pricingPeriod.from': range,
  'pricingPeriod.to': range,
  unitNames: { numberOfUnits: undefined },
}

type Besides = (it: FullCase) => object

const noProperty: Besides = () => ({ propertyUid: undefined })
const noLead: Besides = () => ({ leadUid: undefined })
const forUser: Besides = ({ employeeUid }) => ({ leadUid: undefined, userUid: employeeUid })
const atType: Besides = ({ typeUid }) => ({ propertyUid: typeUid })

/** What a body says besides, by route and field, or by the route alone. */
export const besides: Record<string, Besides> = {
  'POST /amenities hotelUid': noProperty,
  'POST /photos hotelUid': noProperty,
  'POST /property-rules hotelUid': noProperty,
  'POST /pin-codes propertyUid': forUser,
  'POST /pin-codes userUid': noLead,
  'PUT /pincodes userUid': noLead,
  'POST /pin-codes unitUid': it => ({ ...atType(it), ...forUser(it) }),
  'PUT /pincodes propertyUid': forUser,
  'POST /leads unitUid': atType,
  'POST /leads/:uid/alteration unitUid': atType,
  'POST /leads/:uid/split unitUid': atType,
  'POST /jobs unitUid': atType,
  'PUT /jobs/:uid unitUid': atType,
  'POST /custom-data leadUid': noProperty,
  'POST /custom-data unitUid': noProperty,
  'POST /customdata leadUid': noProperty,
  'POST /leads/blocks unitUids': () => ({ propertyUids: undefined }),
  'POST /quotes unitUid': atType,
  'PATCH /property-ownership/:propertyUid ownerUid': () => ({ owner: undefined }),
  'POST /messages threadUid': noLead,
  'POST /messages/inbound threadUid': noLead,
  'POST /messages/inbound guest.email': ({ agencyUid }) => ({ leadUid: undefined, agencyUid }),
}

/** Fields that no request of the list of writes can have, and why. */
export const unusable: Record<string, string> = {
  '/api/v3.3 POST /leads/:uid/rebook unitUid': 'the lead is of a house, which has no units',
  '/api/v3.3 DELETE /custom-data leadUid': 'the query names a property',
  '/api/v3.3 DELETE /custom-data unitUid': 'the query names a property',
  '/api/v3.3 POST /leads/:uid/put-on-hold untilUtcDateTime': 'the body has hours instead',
  '/api/v3.3 POST /leads/:uid/extend-hold untilUtcDateTime': 'the body has hours instead',
  '/api/v3.3 POST /promo-codes value': 'an alias of discountAmount, which the body has',
  '/api/v3.3 PUT /promo-codes/:uid value': 'an alias of discountAmount, which the body has',
}
