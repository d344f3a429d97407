/** Writes of owners, who owns what, owner adjustments and custom data, of v3 and v2. */
import type { Case, Writes } from './write.ts'

const ada = { firstName: 'Ada', lastName: 'Reed', email: 'ada@example.org' }
const repair = {
  adjustmentType: 'DEBIT',
  name: 'Boiler repair',
  amount: 120.5,
  date: '2026-07-04',
  taxRate: 0,
  currency: 'USD',
}

const makeOwner = async ({ made, agencyUid }: Case): Promise<string> =>
  (await made('POST', '/owners', { agencyUid, ...ada })).owner.uid

const makeOwned = async (it: Case): Promise<string> => {
  const ownerUid = await makeOwner(it)
  await it.made('PUT', `/property-ownership/${it.propertyUid}`, { ownerUid })
  return ownerUid
}

const makeAdjustment = async ({ made, propertyUid }: Case): Promise<string> =>
  (await made('POST', '/owner-adjustments', { propertyUid, ...repair })).ownerAdjustment.uid

const makeField = async ({ made, agencyUid }: Case): Promise<string> =>
  (await made('POST', '/custom-data-fields', { agencyUid, name: 'Door code' })).customDataField.uid

const makeValue = async (it: Case) => {
  const { propertyUid } = it
  const named = { propertyUid, customDataFieldUid: await makeField(it) }
  await it.made('POST', '/custom-data', { ...named, text: '1234' })
  return named
}

const owned = 'PROPERTY_OWNERSHIP_UPDATED'
const untold = { tells: { nothing: 'no event type is about fields' } }

export const writes: Writes = {
  'POST /owners': ({ agencyUid }) => ({
    body: { agencyUid, ...ada },
    tells: ['OWNER_CREATED'],
  }),
  'PATCH /owners/:uid': async it => ({
    params: { uid: await makeOwner(it) },
    body: { businessName: 'Reed Ltd' },
    tells: ['OWNER_UPDATED'],
  }),
  'DELETE /owners/:uid': async it => ({
    params: { uid: await makeOwned(it) },
    tells: [owned, 'OWNER_DELETED'],
  }),
  'PUT /property-ownership/:propertyUid': async it => ({
    params: { propertyUid: it.propertyUid },
    body: { ownerUid: await makeOwner(it) },
    tells: [owned],
  }),
  'PATCH /property-ownership/:propertyUid': async it => ({
    params: { propertyUid: it.propertyUid },
    body: { owner: { uid: await makeOwner(it) } },
    tells: [owned],
  }),
  'DELETE /property-ownership/:propertyUid': async it => {
    await makeOwned(it)
    return { params: { propertyUid: it.propertyUid }, tells: [owned] }
  },
  'POST /owner-adjustments': ({ propertyUid }) => ({
    body: { propertyUid, ...repair },
    tells: ['OWNER_ADJUSTMENT_CREATED'],
  }),
  'PUT /owner-adjustments/:uid': async it => ({
    params: { uid: await makeAdjustment(it) },
    body: { propertyUid: it.propertyUid, ...repair, amount: 99 },
    tells: ['OWNER_ADJUSTMENT_UPDATED'],
  }),
  'DELETE /owner-adjustments/:uid': async it => ({
    params: { uid: await makeAdjustment(it) },
    tells: ['OWNER_ADJUSTMENT_DELETED'],
  }),
  'POST /custom-data-fields': ({ agencyUid }) => ({
    body: { agencyUid, name: 'Door code' },
    ...untold,
  }),
  'DELETE /custom-data-fields/:uid': async it => ({
    params: { uid: (await makeValue(it)).customDataFieldUid },
    tells: ['CUSTOM_DATA_DELETED'],
  }),
  'POST /custom-data': async it => ({
    body: { propertyUid: it.propertyUid, customDataFieldUid: await makeField(it), text: '1234' },
    tells: ['CUSTOM_DATA_CREATED'],
  }),
  'DELETE /custom-data': async it => ({
    query: await makeValue(it),
    tells: ['CUSTOM_DATA_DELETED'],
  }),
}

export const legacyWrites: Writes = {
  'POST /owners': ({ agencyUid }) => ({
    body: { agencyUid, ...ada },
    tells: ['OWNER_CREATED'],
  }),
  'PUT /owners': async it => ({
    body: { uid: await makeOwner(it), ...ada, phoneNumber: '+1' },
    tells: ['OWNER_UPDATED'],
  }),
  'DELETE /owners': async it => {
    await makeOwned(it)
    return { query: { propertyUid: it.propertyUid }, tells: [owned] }
  },
  'PUT /owners/:uid': async it => ({
    params: { uid: await makeOwner(it) },
    body: { ...ada, commissionRate: 20 },
    tells: ['OWNER_UPDATED'],
  }),
  'DELETE /owners/:uid': async it => ({
    params: { uid: await makeOwner(it) },
    tells: ['OWNER_DELETED'],
  }),
  'POST /propertyownership': async it => ({
    body: { propertyUid: it.propertyUid, ownerUid: await makeOwner(it) },
    tells: [owned],
  }),
  'DELETE /propertyownership': async it => ({
    query: { ownerUid: await makeOwned(it), propertyUid: it.propertyUid },
    tells: [owned],
  }),
  'POST /propertyownership/:propertyUid': async it => ({
    params: { propertyUid: it.propertyUid },
    body: { ownerUid: await makeOwner(it) },
    tells: [owned],
  }),
  'PUT /propertyownership/:propertyUid': async it => ({
    params: { propertyUid: it.propertyUid },
    body: { ownerUid: await makeOwner(it) },
    tells: [owned],
  }),
  'DELETE /propertyownership/:propertyUid': async it => {
    await makeOwned(it)
    return { params: { propertyUid: it.propertyUid }, tells: [owned] }
  },
  'POST /customdatafields': ({ agencyUid }) => ({
    body: { agencyUid, name: 'Door code' },
    ...untold,
  }),
  'DELETE /customdatafields/:uid': async it => ({
    params: { uid: await makeField(it) },
    tells: { nothing: 'the field has no values' },
  }),
  'POST /customdata': async it => ({
    body: { propertyUid: it.propertyUid, customDataFieldUid: await makeField(it), text: '1234' },
    tells: ['CUSTOM_DATA_CREATED'],
  }),
}
