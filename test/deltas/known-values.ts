/** Values that types of body fields do not determine: references, formats, and dependent fields. */

import { newUid } from '../../src/platform/uid.ts'
import { listUnits } from '../fixtures/held-nights.ts'
import { makeProvider } from '../fixtures/jobs.ts'
import type { Write } from '../write-cases/write.ts'
import type { FullCase } from './full-case.ts'

let count = 0

export const next = () => ++count

type Values = (testCase: FullCase, write: Write) => unknown[]
/** Function that creates the referenced objects first. */
type CreatedValues = (testCase: FullCase, write: Write) => Promise<unknown[]>

const bodyUid: Values = (_, { body }) => [(body as { uid?: string }).uid ?? newUid()]
const unitTypeUid: Values = ({ typeUid }) => [typeUid]
const firstUnit: CreatedValues = async ({ server, agencyUid, typeUid }) =>
  (await listUnits(server, agencyUid, typeUid)).slice(0, 1)
const starts: Values = () => ['2026-07-04T10:00:00', '2026-07-04T10:30:00']
const createResource =
  (path: string, name: string, fields: (testCase: FullCase) => object): CreatedValues =>
  async testCase => [(await testCase.made('POST', path, fields(testCase)))[name].uid]
const linen = { name: 'Linen', amount: 12.5, amountType: 'AMOUNT', taxationRate: 0.2 }
const unitTypeFee = createResource('/fees', 'fee', ({ typeUid }) => ({
  propertyUid: typeUid,
  ...linen,
}))
const makeOwner = createResource('/owners', 'owner', ({ agencyUid }) => {
  return { agencyUid, firstName: 'Ida', lastName: 'Reed', email: `o${next()}@mail.example` }
})
const createThread =
  (path: string, fields: object): CreatedValues =>
  async testCase => {
    const leadUid = await testCase.leadIn('NW')
    const body = { ...fields, leadUid, content: { text: 'Hello' } }
    return [(await testCase.made('POST', path, body)).message.threadUid]
  }

/** Values by route and field, by path of the field, or by its key; the first match applies. */
export const fixedValues: Record<string, Values> = {
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
  fromPropertyUid: ({ house }) => [house],
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
  unitTypeUid,
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
  'POST /leads/group-booking propertyUid': unitTypeUid,
  'POST /leads/group-booking subLeads.0.propertyUid': unitTypeUid,
  'POST /photos propertyUid': unitTypeUid,
  'PUT /photos/order propertyUid': ({ propertyUid }) => [propertyUid],
  'PUT /photos/order photoUids': (_, { body }) => [
    (body as { photoUids: string[] }).photoUids.toReversed(),
  ],
  'PUT /tags objectUid': ({ lead }) => [lead],
  'operations.0.pricingPeriod.to': () => ['2027-06-14'],
  'POST /promo-codes code': () => [`WINTER${next()}`],
  'PUT /promo-codes/:uid code': () => [`WINTER${next()}`],
  'PATCH /promo-codes/:uid code': () => [`WINTER${next()}`],
}

/** Values that require another object, which is created or found first, by the same keys. */
export const createdValues: Record<string, CreatedValues> = {
  feeUid: createResource('/fees', 'fee', ({ propertyUid }) => ({ propertyUid, ...linen })),
  ownerUid: makeOwner,
  serviceProviderUid: async ({ server, agencyUid }) => [await makeProvider(server, agencyUid)],
  unitUid: firstUnit,
  unitUids: async (testCase, write) => [await firstUnit(testCase, write)],
  'POST /messages threadUid': createThread('/messages', { type: 'EMAIL' }),
  'POST /messages/inbound threadUid': createThread('/messages/inbound', { type: 'AIRBNB' }),
  'PUT /rooms-bulk rooms.0.uid': createResource('/rooms', 'room', ({ propertyUid }) => {
    return { propertyUid, roomNumber: 2, roomType: 'BEDROOM', hasPrivateBathroom: false }
  }),
  'owner.uid': makeOwner,
  'POST /leads/group-booking quoteOverrides.fees.otherFees.0.feeUid': unitTypeFee,
  'POST /leads/group-booking subLeads.0.quoteOverrides.fees.otherFees.0.feeUid': unitTypeFee,
  'PUT /pincodes uid': createResource('/pin-codes', 'pinCode', ({ propertyUid, employeeUid }) => {
    return { propertyUid, userUid: employeeUid }
  }),
}

const attachment = { fileName: 'a.txt', fileType: 'text/plain', contentBase64: 'SGVsbG8=' }
const range = { date: undefined, from: '2027-06-10', to: '2027-06-12' }

/**
 * Required siblings of a field in its object, by the keys of both, by the key of the field, or by
 * that of the object. Undefined removes a sibling.
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

type AdditionalValues = (testCase: FullCase) => object

const noProperty: AdditionalValues = () => ({ propertyUid: undefined })
const noLead: AdditionalValues = () => ({ leadUid: undefined })
const forUser: AdditionalValues = ({ employeeUid }) => ({
  leadUid: undefined,
  userUid: employeeUid,
})
const onUnitType: AdditionalValues = ({ typeUid }) => ({ propertyUid: typeUid })

/** Additional values of a body, by route and field, or by the route alone. */
export const additionalValues: Record<string, AdditionalValues> = {
  'POST /amenities hotelUid': noProperty,
  'POST /photos hotelUid': noProperty,
  'POST /property-rules hotelUid': noProperty,
  'POST /pin-codes propertyUid': forUser,
  'POST /pin-codes userUid': noLead,
  'PUT /pincodes userUid': noLead,
  'POST /pin-codes unitUid': testCase => ({ ...onUnitType(testCase), ...forUser(testCase) }),
  'PUT /pincodes propertyUid': forUser,
  'POST /leads unitUid': onUnitType,
  'POST /leads/:uid/alteration unitUid': onUnitType,
  'POST /leads/:uid/split unitUid': onUnitType,
  'POST /jobs unitUid': onUnitType,
  'PUT /jobs/:uid unitUid': onUnitType,
  'POST /custom-data leadUid': noProperty,
  'POST /custom-data unitUid': noProperty,
  'POST /customdata leadUid': noProperty,
  'POST /leads/blocks unitUids': () => ({ propertyUids: undefined }),
  'POST /quotes unitUid': onUnitType,
  'PATCH /property-ownership/:propertyUid ownerUid': () => ({ owner: undefined }),
  'POST /messages threadUid': noLead,
  'POST /messages/inbound threadUid': noLead,
  'POST /messages/inbound guest.email': ({ agencyUid }) => ({ leadUid: undefined, agencyUid }),
}

/** Fields that none of the write cases can contain, with the reason. */
export const unusable: Record<string, string> = {
  '/api/v3.3 POST /leads/:uid/rebook unitUid': 'the property of the lead has no units',
  '/api/v3.3 DELETE /custom-data leadUid': 'the query names a property',
  '/api/v3.3 DELETE /custom-data unitUid': 'the query names a property',
  '/api/v3.3 POST /leads/:uid/put-on-hold untilUtcDateTime': 'the body has hours instead',
  '/api/v3.3 POST /leads/:uid/extend-hold untilUtcDateTime': 'the body has hours instead',
  '/api/v3.3 POST /promo-codes value': 'an alias of discountAmount, which the body has',
  '/api/v3.3 PUT /photos/order hotelUid': 'the photos are those of a property',
  '/api/v3.3 PUT /promo-codes/:uid value': 'an alias of discountAmount, which the body has',
}
