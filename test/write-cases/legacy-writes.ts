/** Write cases of v2. */
import { changed } from '../fixtures/events/event-log.ts'
import { makeProperty } from '../fixtures/rows.ts'
import type { Case, Writes } from './write.ts'

const own = ['UPDATED_PROPERTY']
const priced = ['UPDATED_PROPERTY', 'PRICING_UPDATED']
const fee = { name: 'Linen', amount: 12.5, amountType: 'AMOUNT', taxationRate: 20 }
const image = 'https://images.example.org/1.jpg'

const createResource = (path: string, name: string, fields: object) => async (agency: Case) => {
  const body = { propertyUid: agency.propertyUid, ...fields }
  return (await agency.made('POST', path, body))[name].uid as string
}
const createLinen = createResource('/fees', 'fee', { ...fee, taxationRate: 0.2 })
const createPhoto = createResource('/photos', 'photo', { originalImageUrl: image })
const createPier = async (agency: Case) => {
  const body = { objectUid: agency.propertyUid, objectType: 'PROPERTY', name: 'Pier' }
  return (await agency.made('POST', '/custom-amenities', body)).customAmenity.uid as string
}

const period = ({ propertyUid }: Case) => ({
  operation: 'SET',
  pricingPeriod: { propertyUid, date: '2027-06-10', price: 100 },
})
const setPeriod = (agency: Case) => ({ body: period(agency), tells: priced })
const setPeriods = (agency: Case) => ({
  body: { operations: [period(agency)] },
  tells: { nothing: 'the task emits events when it is done' },
})

export const legacyWrites: Writes = {
  'POST /leads/:uid/mark-paf-completed': async agency => ({
    params: { uid: await agency.leadIn('BK') },
    tells: ['BOOKING_UPDATED', 'PRE_ARRIVAL_FORM_COMPLETED'],
  }),
  'PUT /amenities/:propertyUid': ({ propertyUid }) => ({
    params: { propertyUid },
    body: { hasPool: true, allowsPets: true },
    tells: own,
  }),
  'PUT /bedtypes': ({ propertyUid }) => ({
    query: { propertyUid },
    body: { kingBed: 2 },
    tells: own,
  }),
  'POST /bedtypes': ({ propertyUid }) => ({
    query: { propertyUid },
    body: { kingBed: 2 },
    tells: own,
  }),
  'DELETE /bedtypes': async ({ server, key, propertyUid }) => {
    const path = `/v2/bedtypes?propertyUid=${propertyUid}`
    await server.request('PUT', path, { key, body: { kingBed: 2 } })
    return { query: { propertyUid }, tells: own }
  },
  'POST /customamenities': ({ propertyUid }) => ({
    body: { propertyUid, name: 'Pier' },
    tells: own,
  }),
  'PUT /customamenities/:uid': async agency => ({
    params: { uid: await createPier(agency) },
    body: { name: 'Jetty' },
    tells: own,
  }),
  'DELETE /customamenities/:uid': async agency => ({
    params: { uid: await createPier(agency) },
    tells: own,
  }),
  'PUT /propertydescriptions': ({ propertyUid }) => ({
    query: { propertyUid },
    body: { locale: 'en_US', summary: 'Quiet' },
    tells: own,
  }),
  'POST /propertydescriptions': ({ propertyUid }) => ({
    body: { propertyUid, locale: 'en_US', summary: 'Quiet' },
    tells: own,
  }),
  'DELETE /propertyrules': async agency => {
    const { propertyUid } = agency
    await agency.made('POST', '/property-rules', { propertyUid, rule: 'ALLOWS_PETS' })
    return { query: { propertyUid }, tells: own }
  },
  'PUT /units': async ({ server, agencyUid, propertyUid }) => ({
    query: { propertyUid },
    body: { subPropertiesUids: [await makeProperty(server, agencyUid)], masterBookable: false },
    tells: ['UPDATED_PROPERTY', 'UPDATED_PROPERTY'],
  }),
  'POST /customfees': ({ propertyUid }) => ({ body: { propertyUid, ...fee }, tells: own }),
  'PUT /customfees/:uid': async agency => ({
    params: { uid: await createLinen(agency) },
    body: { propertyUid: agency.propertyUid, ...fee, amount: 15 },
    tells: own,
  }),
  'DELETE /customfees/:uid': async agency => ({
    params: { uid: await createLinen(agency) },
    tells: own,
  }),
  'POST /leads': ({ agencyUid, propertyUid }) => ({
    body: {
      agencyUid,
      propertyUid,
      status: 'PENDING',
      checkInDate: '2026-07-04',
      checkOutDate: '2026-07-08',
      firstName: 'Ada',
    },
    tells: ['NEW_BOOKING_REQUEST', changed('NEW_HOLD'), 'ORDER_CREATED'],
  }),
  'PUT /leads/:uid': async agency => ({
    params: { uid: await agency.leadIn('NW') },
    body: {
      notes: 'Late arrival',
      checkOutDate: '2026-07-09',
      adultCount: 3,
      status: 'BOOKED_BY_AGENT',
    },
    tells: [
      'BOOKING_UPDATED',
      'INQUIRY_UPDATED',
      'ORDER_UPDATED',
      'NEW_BOOKING',
      changed('NEW_BOOKING'),
      'LEAD_STATUS_CHANGED',
    ],
  }),
  'DELETE /leads/:uid': async agency => ({
    params: { uid: await agency.leadIn('BL') },
    tells: [changed('BLOCK_DELETED'), 'BLOCK_DELETED'],
  }),
  'POST /photos': ({ propertyUid }) => ({ body: { propertyUid, url: image }, tells: own }),
  'PUT /photos/:uid': async agency => ({
    params: { uid: await createPhoto(agency) },
    body: { description: 'Deck' },
    tells: own,
  }),
  'DELETE /photos/:uid': async agency => ({
    params: { uid: await createPhoto(agency) },
    tells: own,
  }),
  'POST /pricingperiods': setPeriod,
  'POST /pricingPeriods': setPeriod,
  'POST /pricingperiods/bulk': setPeriods,
  'POST /pricingPeriods/bulk': setPeriods,
  'POST /pricingperiodsbulk': setPeriods,
  'PUT /pricingrules': ({ propertyUid }) => ({
    query: { propertyUid },
    body: { increaseRate: 10, increaseRateLowerBound: 3 },
    tells: priced,
  }),
  'PUT /pricingrules/:propertyUid': ({ propertyUid }) => ({
    params: { propertyUid },
    body: {
      pricingRules: [
        { priceRuleType: 'STAY_IS_LONGER_THAN_X_DAYS', threshold: 7, priceChange: 10 },
      ],
    },
    tells: priced,
  }),
  'POST /properties': ({ agencyUid }) => ({
    query: { agencyUid },
    body: { name: 'Lodge', airBnBID: '17' },
    tells: ['NEW_PROPERTY'],
  }),
  'PUT /properties/:uid': ({ propertyUid }) => ({
    params: { uid: propertyUid },
    body: { name: 'Lodge', isActive: false },
    tells: ['UPDATED_PROPERTY', 'DEACTIVATED_PROPERTY'],
  }),
  'DELETE /properties/:uid': ({ propertyUid }) => ({
    params: { uid: propertyUid },
    tells: ['DELETED_PROPERTY'],
  }),
  'POST /quote': ({ agencyUid, propertyUid }) => ({
    body: {
      agencyUid,
      propertyUid,
      checkInDate: '2027-06-10',
      checkOutDate: '2027-06-14',
      guests: 2,
    },
    tells: { nothing: 'a quote changes nothing' },
  }),
}
