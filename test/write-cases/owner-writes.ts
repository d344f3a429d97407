/** Write cases of owners, property ownerships, owner adjustments and custom data, of v3 and v2. */
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

const makeOwnership = async (agency: Case): Promise<string> => {
  const ownerUid = await makeOwner(agency)
  await agency.made('PUT', `/property-ownership/${agency.propertyUid}`, { ownerUid })
  return ownerUid
}

const makeAdjustment = async ({ made, propertyUid }: Case): Promise<string> =>
  (await made('POST', '/owner-adjustments', { propertyUid, ...repair })).ownerAdjustment.uid

const makeField = async ({ made, agencyUid }: Case): Promise<string> =>
  (await made('POST', '/custom-data-fields', { agencyUid, name: 'Door code' })).customDataField.uid

const makeValue = async (agency: Case) => {
  const { propertyUid } = agency
  const named = { propertyUid, customDataFieldUid: await makeField(agency) }
  await agency.made('POST', '/custom-data', { ...named, text: '1234' })
  return named
}

const ownershipUpdated = 'PROPERTY_OWNERSHIP_UPDATED'
const withoutEvent = { tells: { nothing: 'no event type is about fields' } }

export const writes: Writes = {
  'POST /owners': ({ agencyUid }) => ({
    body: { agencyUid, ...ada },
    tells: ['OWNER_CREATED'],
  }),
  'PATCH /owners/:uid': async agency => ({
    params: { uid: await makeOwner(agency) },
    body: { businessName: 'Reed Ltd' },
    tells: ['OWNER_UPDATED'],
  }),
  'DELETE /owners/:uid': async agency => ({
    params: { uid: await makeOwnership(agency) },
    tells: [ownershipUpdated, 'OWNER_DELETED'],
  }),
  'PUT /property-ownership/:propertyUid': async agency => ({
    params: { propertyUid: agency.propertyUid },
    body: { ownerUid: await makeOwner(agency) },
    tells: [ownershipUpdated],
  }),
  'PATCH /property-ownership/:propertyUid': async agency => ({
    params: { propertyUid: agency.propertyUid },
    body: { owner: { uid: await makeOwner(agency) } },
    tells: [ownershipUpdated],
  }),
  'DELETE /property-ownership/:propertyUid': async agency => {
    await makeOwnership(agency)
    return { params: { propertyUid: agency.propertyUid }, tells: [ownershipUpdated] }
  },
  'POST /owner-adjustments': ({ propertyUid }) => ({
    body: { propertyUid, ...repair },
    tells: ['OWNER_ADJUSTMENT_CREATED'],
  }),
  'PUT /owner-adjustments/:uid': async agency => ({
    params: { uid: await makeAdjustment(agency) },
    body: { propertyUid: agency.propertyUid, ...repair, amount: 99 },
    tells: ['OWNER_ADJUSTMENT_UPDATED'],
  }),
  'DELETE /owner-adjustments/:uid': async agency => ({
    params: { uid: await makeAdjustment(agency) },
    tells: ['OWNER_ADJUSTMENT_DELETED'],
  }),
  'POST /custom-data-fields': ({ agencyUid }) => ({
    body: { agencyUid, name: 'Door code' },
    ...withoutEvent,
  }),
  'PATCH /custom-data-fields/:uid': async agency => ({
    params: { uid: await makeField(agency) },
    body: { name: 'Gate code', index: 3 },
    ...withoutEvent,
  }),
  'DELETE /custom-data-fields/:uid': async agency => ({
    params: { uid: (await makeValue(agency)).customDataFieldUid },
    tells: ['CUSTOM_DATA_DELETED'],
  }),
  'POST /custom-data': async agency => ({
    body: {
      propertyUid: agency.propertyUid,
      customDataFieldUid: await makeField(agency),
      text: '1234',
    },
    tells: ['CUSTOM_DATA_CREATED'],
  }),
  'DELETE /custom-data': async agency => ({
    query: await makeValue(agency),
    tells: ['CUSTOM_DATA_DELETED'],
  }),
}

export const legacyWrites: Writes = {
  'POST /owners': ({ agencyUid }) => ({
    body: { agencyUid, ...ada },
    tells: ['OWNER_CREATED'],
  }),
  'PUT /owners': async agency => ({
    body: { uid: await makeOwner(agency), ...ada, phoneNumber: '+1' },
    tells: ['OWNER_UPDATED'],
  }),
  'DELETE /owners': async agency => {
    await makeOwnership(agency)
    return { query: { propertyUid: agency.propertyUid }, tells: [ownershipUpdated] }
  },
  'PUT /owners/:uid': async agency => ({
    params: { uid: await makeOwner(agency) },
    body: { ...ada, commissionRate: 20 },
    tells: ['OWNER_UPDATED'],
  }),
  'DELETE /owners/:uid': async agency => ({
    params: { uid: await makeOwner(agency) },
    tells: ['OWNER_DELETED'],
  }),
  'POST /propertyownership': async agency => ({
    body: { propertyUid: agency.propertyUid, ownerUid: await makeOwner(agency) },
    tells: [ownershipUpdated],
  }),
  'DELETE /propertyownership': async agency => ({
    query: { ownerUid: await makeOwnership(agency), propertyUid: agency.propertyUid },
    tells: [ownershipUpdated],
  }),
  'POST /propertyownership/:propertyUid': async agency => ({
    params: { propertyUid: agency.propertyUid },
    body: { ownerUid: await makeOwner(agency) },
    tells: [ownershipUpdated],
  }),
  'PUT /propertyownership/:propertyUid': async agency => ({
    params: { propertyUid: agency.propertyUid },
    body: { ownerUid: await makeOwner(agency) },
    tells: [ownershipUpdated],
  }),
  'DELETE /propertyownership/:propertyUid': async agency => {
    await makeOwnership(agency)
    return { params: { propertyUid: agency.propertyUid }, tells: [ownershipUpdated] }
  },
  'POST /customdatafields': ({ agencyUid }) => ({
    body: { agencyUid, name: 'Door code' },
    ...withoutEvent,
  }),
  'DELETE /customdatafields/:uid': async agency => ({
    params: { uid: await makeField(agency) },
    tells: { nothing: 'the field has no values' },
  }),
  'POST /customdata': async agency => ({
    body: {
      propertyUid: agency.propertyUid,
      customDataFieldUid: await makeField(agency),
      text: '1234',
    },
    tells: ['CUSTOM_DATA_CREATED'],
  }),
}
