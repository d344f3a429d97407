/** Write cases of properties, hotels, their content, prices and promo codes. */
import { asFile, form, png } from '../fixtures/pictures.ts'
import { makeEmployee } from '../fixtures/rows.ts'
import type { Case, Writes } from './write.ts'

const own = ['UPDATED_PROPERTY']
const priced = ['UPDATED_PROPERTY', 'PRICING_UPDATED']
const fee = { name: 'Linen', amount: 12.5, amountType: 'AMOUNT', taxationRate: 0.2 }
const percent = { discountType: 'PERCENT', discountAmount: 10 }
const room = { roomNumber: 1, roomType: 'BEDROOM', hasPrivateBathroom: false }
const image = 'https://images.example.org/1.jpg'
const address = { city: 'Aspen', countryCode: 'US' }
const location = { address, propertyType: 'CABIN' }
const withoutEvent = (nothing: string) => ({ tells: { nothing } })

/** Returns a function that creates a resource of the property. */
const createResource = (path: string, name: string, fields: object) => async (agency: Case) => {
  const body = { propertyUid: agency.propertyUid, agencyUid: agency.agencyUid, ...fields }
  return (await agency.made('POST', path, body))[name].uid as string
}
const createAmenity = createResource('/amenities', 'amenity', { amenity: 'HAS_POOL' })
const createLinen = createResource('/fees', 'fee', fee)
const createPhoto = createResource('/photos', 'photo', { originalImageUrl: image })
const createRule = createResource('/property-rules', 'propertyRule', { rule: 'ALLOWS_PETS' })
const createBedroom = createResource('/rooms', 'room', room)
const createPromoCode = createResource('/promo-codes', 'promoCode', { code: 'SUMMER', ...percent })

const makeUnit = async ({ made, typeUid }: Case) =>
  (await made('POST', '/multi-units/units', { unitTypeUid: typeUid, name: 'Attic' })).unit
    .uid as string

const contentWrites: Writes = {
  'POST /amenities': ({ propertyUid }) => ({
    body: { propertyUid, amenity: 'HAS_POOL' },
    tells: own,
  }),
  'PUT /amenities/:uid': async agency => ({
    params: { uid: await createAmenity(agency) },
    body: { description: 'Heated' },
    tells: own,
  }),
  'DELETE /amenities/:uid': async agency => ({
    params: { uid: await createAmenity(agency) },
    tells: own,
  }),
  'POST /custom-amenities': ({ propertyUid }) => ({
    body: { objectUid: propertyUid, objectType: 'PROPERTY', name: 'Pier' },
    tells: own,
  }),
  'DELETE /custom-amenities/:uid': async ({ made, propertyUid }) => {
    const body = { objectUid: propertyUid, objectType: 'PROPERTY', name: 'Pier' }
    const { customAmenity } = await made('POST', '/custom-amenities', body)
    return { params: { uid: customAmenity.uid }, tells: own }
  },
  'POST /photos': ({ propertyUid }) => ({
    body: { propertyUid, originalImageUrl: image },
    tells: own,
  }),
  'PUT /photos/:uid': async agency => ({
    params: { uid: await createPhoto(agency) },
    body: { description: 'Deck' },
    tells: own,
  }),
  'PUT /photos/order': async agency => {
    const photoUids = [await createPhoto(agency), await createPhoto(agency)].reverse()
    return { body: { propertyUid: agency.propertyUid, photoUids }, tells: own }
  },
  'DELETE /photos/:uid': async agency => ({
    params: { uid: await createPhoto(agency) },
    tells: own,
  }),
  'PUT /property-descriptions/:propertyUid': ({ propertyUid }) => ({
    params: { propertyUid },
    body: { locale: 'en_US', name: 'Cabin' },
    tells: own,
  }),
  'DELETE /property-descriptions/:propertyUid': async ({ made, propertyUid }) => {
    const path = `/property-descriptions/${propertyUid}`
    await made('PUT', path, { locale: 'en_US', name: 'Cabin' })
    return { params: { propertyUid }, query: { locale: 'en_US' }, tells: own }
  },
  'POST /property-rules': ({ propertyUid }) => ({
    body: { propertyUid, rule: 'ALLOWS_PETS' },
    tells: own,
  }),
  'PUT /property-rules/:uid': async agency => ({
    params: { uid: await createRule(agency) },
    body: { description: 'Dogs' },
    tells: own,
  }),
  'PATCH /property-rules/:uid': async agency => ({
    params: { uid: await createRule(agency) },
    body: { description: 'Dogs' },
    tells: own,
  }),
  'DELETE /property-rules/:uid': async agency => ({
    params: { uid: await createRule(agency) },
    tells: own,
  }),
  'PUT /rooms-bulk': ({ propertyUid }) => ({ body: { propertyUid, rooms: [room] }, tells: own }),
  'POST /rooms': ({ propertyUid }) => ({ body: { propertyUid, ...room }, tells: own }),
  'PUT /rooms/:uid': async agency => ({
    params: { uid: await createBedroom(agency) },
    body: { ...room, hasPrivateBathroom: true },
    tells: own,
  }),
  'DELETE /rooms/:uid': async agency => ({
    params: { uid: await createBedroom(agency) },
    tells: own,
  }),
  'POST /properties/:uid/copy-settings': async ({ made, propertyUid, typeUid }) => {
    await made('POST', '/fees', { propertyUid: typeUid, ...fee })
    const body = { fromPropertyUid: typeUid, sections: ['FEES', 'RULES', 'TIMES'] }
    return { params: { uid: propertyUid }, body, tells: priced }
  },
  'POST /tags': ({ propertyUid }) => ({
    body: { objectUid: propertyUid, objectType: 'PROPERTY', tags: ['sea'] },
    tells: ['UPDATED_PROPERTY', 'TAGS_UPDATED'],
  }),
  'PUT /tags': async ({ leadIn }) => ({
    body: { objectUid: await leadIn('NW'), objectType: 'LEAD', tags: ['vip'] },
    tells: ['TAGS_UPDATED'],
  }),
  'DELETE /tags': async ({ made, propertyUid }) => {
    const object = { objectUid: propertyUid, objectType: 'PROPERTY' }
    await made('POST', '/tags', { ...object, tags: ['sea'] })
    return { query: { ...object, tag: 'sea' }, tells: ['UPDATED_PROPERTY', 'TAGS_UPDATED'] }
  },
}

const propertyWrites: Writes = {
  'POST /properties': ({ agencyUid }) => ({
    body: { agencyUid, name: 'Lodge', isActive: true, ...location },
    tells: ['NEW_PROPERTY'],
  }),
  'PUT /properties/:uid': async ({ made, propertyUid }) => {
    const { property } = await made('GET', `/properties/${propertyUid}`)
    const body = { ...property, name: 'Lodge', isActive: false, ...location }
    const tells = ['UPDATED_PROPERTY', 'DEACTIVATED_PROPERTY']
    return { params: { uid: propertyUid }, body, tells }
  },
  'PATCH /properties/:uid': ({ propertyUid }) => ({
    params: { uid: propertyUid },
    body: { isActive: false },
    tells: ['DEACTIVATED_PROPERTY'],
  }),
  'DELETE /properties/:uid': ({ propertyUid }) => ({
    params: { uid: propertyUid },
    tells: ['DELETED_PROPERTY'],
  }),
  'POST /multi-units/multi-unit-properties': ({ agencyUid }) => ({
    body: { agencyUid, name: 'Inn' },
    tells: ['HOTEL_UPDATED'],
  }),
  'PATCH /multi-units/multi-unit-properties/:uid': ({ hotelUid }) => ({
    params: { uid: hotelUid },
    body: { name: 'Inn' },
    tells: ['HOTEL_UPDATED'],
  }),
  'DELETE /multi-units/multi-unit-properties/:uid': async ({ made, agencyUid }) => {
    const body = { agencyUid, name: 'Inn' }
    const inn = await made('POST', '/multi-units/multi-unit-properties', body)
    const [{ uid }] = Object.values(inn) as [{ uid: string }]
    return { params: { uid }, tells: ['HOTEL_UPDATED'] }
  },
  'POST /multi-units/unit-types': ({ hotelUid }) => ({
    body: { hotelUid, name: 'Suite', numberOfUnits: 2 },
    tells: ['NEW_PROPERTY', 'HOTEL_UPDATED'],
  }),
  'PATCH /multi-units/unit-types/:uid': ({ typeUid }) => ({
    params: { uid: typeUid },
    body: { isActive: false },
    tells: ['DEACTIVATED_PROPERTY', 'HOTEL_UPDATED'],
  }),
  'DELETE /multi-units/unit-types/:uid': ({ typeUid }) => ({
    params: { uid: typeUid },
    tells: ['DELETED_PROPERTY', 'HOTEL_UPDATED'],
  }),
  'POST /multi-units/units': ({ typeUid }) => ({
    body: { unitTypeUid: typeUid, name: 'Attic' },
    tells: ['UPDATED_PROPERTY', 'HOTEL_UPDATED'],
  }),
  'PATCH /multi-units/units/:uid': async agency => ({
    params: { uid: await makeUnit(agency) },
    body: { active: false },
    tells: ['UPDATED_PROPERTY', 'HOTEL_UPDATED'],
  }),
  'DELETE /multi-units/units/:uid': async agency => ({
    params: { uid: await makeUnit(agency) },
    tells: ['UPDATED_PROPERTY', 'HOTEL_UPDATED'],
  }),
}

const pricingWrites: Writes = {
  'POST /fees': ({ propertyUid }) => ({ body: { propertyUid, ...fee }, tells: own }),
  'PUT /fees/:uid': async agency => ({
    params: { uid: await createLinen(agency) },
    body: { propertyUid: agency.propertyUid, ...fee, amount: 15 },
    tells: own,
  }),
  'DELETE /fees/:uid': async agency => ({ params: { uid: await createLinen(agency) }, tells: own }),
  'POST /pricing-periods': ({ propertyUid }) => ({
    body: {
      operation: 'SET',
      pricingPeriod: { propertyUid, date: '2027-06-10', price: 100 },
    },
    tells: priced,
  }),
  'PUT /property-pricing-rules/:propertyUid': ({ propertyUid }) => ({
    params: { propertyUid },
    body: { increaseRate: 0.1, increaseRateLowerBound: 3 },
    tells: priced,
  }),
  'PATCH /rate-multipliers': ({ agencyUid }) => ({
    body: { agencyUid, rateMultipliers: { AIRBNB: { value: 0.1 } } },
    tells: ['PRICING_UPDATED', 'PRICING_UPDATED'],
  }),
  'POST /promo-codes': ({ agencyUid }) => ({
    body: { agencyUid, code: 'SUMMER', ...percent },
    tells: ['PROMO_CODE_CREATED'],
  }),
  'PUT /promo-codes/:uid': async agency => ({
    params: { uid: await createPromoCode(agency) },
    body: { code: 'WINTER', ...percent },
    tells: ['PROMO_CODE_UPDATED'],
  }),
  'PATCH /promo-codes/:uid': async agency => ({
    params: { uid: await createPromoCode(agency) },
    body: { isActive: false },
    tells: ['PROMO_CODE_UPDATED'],
  }),
  'DELETE /promo-codes/:uid': async agency => ({
    params: { uid: await createPromoCode(agency) },
    tells: ['PROMO_CODE_DELETED'],
  }),
}

const otherWrites: Writes = {
  'PATCH /agencies/:uid': ({ agencyUid }) => ({
    params: { uid: agencyUid },
    body: { name: 'Larch Stays' },
    ...withoutEvent('no event type is about agencies'),
  }),
  'PATCH /agencies/:uid/settings': ({ agencyUid }) => ({
    params: { uid: agencyUid },
    body: { holdHours: 2 },
    ...withoutEvent('no event type is about settings'),
  }),
  'PUT /employees/:uid': async ({ server, agencyUid }) => ({
    params: { uid: await makeEmployee(server, agencyUid) },
    body: { firstName: 'Ada', lastName: 'Byron' },
    ...withoutEvent('no event type is about employees'),
  }),
  'PUT /employees/:uid/picture': async ({ server, agencyUid }) => ({
    params: { uid: await makeEmployee(server, agencyUid) },
    body: form({ file: asFile(png) }),
    ...withoutEvent('no event type is about employees'),
  }),
  'POST /employees': ({ agencyUid }) => ({
    body: { agencyUid, firstName: 'Ada', lastName: 'Byron', email: 'a@b.example', role: 'STAFF' },
    ...withoutEvent('no event type is about employees'),
  }),
  'POST /employees/:uid/invitation': async ({ server, agencyUid }) => ({
    params: { uid: await makeEmployee(server, agencyUid) },
    ...withoutEvent('no event type is about employees'),
  }),
  'POST /pricing-periods/bulk': ({ propertyUid }) => ({
    body: {
      operations: [
        { operation: 'SET', pricingPeriod: { propertyUid, date: '2027-06-10', price: 100 } },
      ],
    },
    ...withoutEvent('the task emits events when it is done'),
  }),
  'POST /quotes': ({ agencyUid, propertyUid }) => ({
    body: {
      agencyUid,
      propertyUid,
      checkInDate: '2027-06-10',
      checkOutDate: '2027-06-14',
      guests: 2,
    },
    ...withoutEvent('a quote changes nothing'),
  }),
}

export const writes: Writes = {
  ...contentWrites,
  ...propertyWrites,
  ...pricingWrites,
  ...otherWrites,
}
