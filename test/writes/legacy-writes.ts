/** Writes of v2. */
import { changed } from '../fixtures/events/event-log.ts'
import { makeProperty } from '../fixtures/rows.ts'
import type { Case, Writes } from './write.ts'

const own = ['UPDATED_PROPERTY']
const priced = ['UPDATED_PROPERTY', 'PRICING_UPDATED']
const fee = { name: 'Linen', amount: 12.5, amountType: 'AMOUNT', taxationRate: 20 }
const image = 'https://images.example.org/1.jpg'

const madeOf = (path: string, name: string, fields: object) => async (it: Case) => {
  const body = { propertyUid: it.propertyUid, ...fields }
  return (await it.made('POST', path, body))[name].uid as string
}
const linen = madeOf('/fees', 'fee', { ...fee, taxationRate: 0.2 })
const photo = madeOf('/photos', 'photo', { originalImageUrl: image })
const pier = async (it: Case) => {
  const body = { objectUid: it.propertyUid, objectType: 'PROPERTY', name: 'Pier' }
  return (await it.made('POST', '/custom-amenities', body)).customAmenity.uid as string
}

const period = ({ propertyUid }: Case) => ({
  operation: 'SET',
  pricingPeriod: { propertyUid, date: '2027-06-10', price: 100 },
})
const setPeriod = (it: Case) => ({ body: period(it), tells: priced })
const setPeriods = (it: Case) => ({
  body: { operations: [period(it)] },
  tells: { nothing: 'the task tells when it is done' },
})

export const legacyWrites: Writes = {
  'POST /leads/:uid/mark-paf-completed': async it => ({
    params: { uid: await it.leadIn('BK') },
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
  'PUT /customamenities/:uid': async it => ({
    params: { uid: await pier(it) },
    body: { name: 'Jetty' },
    tells: own,
  }),
  'DELETE /customamenities/:uid': async it => ({ params: { uid: await pier(it) }, tells: own }),
  'PUT /propertydescriptions': ({ propertyUid }) => ({
    query: { propertyUid },
    body: { locale: 'en_US', summary: 'Quiet' },
    tells: own,
  }),
  'POST /propertydescriptions': ({ propertyUid }) => ({
    body: { propertyUid, locale: 'en_US', summary: 'Quiet' },
    tells: own,
  }),
  'DELETE /propertyrules': async it => {
    const { propertyUid } = it
    await it.made('POST', '/property-rules', { propertyUid, rule: 'ALLOWS_PETS' })
    return { query: { propertyUid }, tells: own }
  },
  'PUT /units': async ({ server, agencyUid, propertyUid }) => ({
    query: { propertyUid },
    body: { subPropertiesUids: [await makeProperty(server, agencyUid)], masterBookable: false },
    tells: ['UPDATED_PROPERTY', 'UPDATED_PROPERTY'],
  }),
  'POST /customfees': ({ propertyUid }) => ({ body: { propertyUid, ...fee }, tells: own }),
  'PUT /customfees/:uid': async it => ({
    params: { uid: await linen(it) },
    body: { propertyUid: it.propertyUid, ...fee, amount: 15 },
    tells: own,
  }),
  'DELETE /customfees/:uid': async it => ({ params: { uid: await linen(it) }, tells: own }),
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
  'PUT /leads/:uid': async it => ({
    params: { uid: await it.leadIn('NW') },
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
  'DELETE /leads/:uid': async it => ({
    params: { uid: await it.leadIn('BL') },
    tells: [changed('BLOCK_DELETED'), 'BLOCK_DELETED'],
  }),
  'POST /photos': ({ propertyUid }) => ({ body: { propertyUid, url: image }, tells: own }),
  'PUT /photos/:uid': async it => ({
    params: { uid: await photo(it) },
    body: { description: 'Deck' },
    tells: own,
  }),
  'DELETE /photos/:uid': async it => ({ params: { uid: await photo(it) }, tells: own }),
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
    tells: { nothing: 'a quote is no change' },
  }),
}
