/** Write cases of door codes, channel links and booking pages. */
import type { Case, Writes } from './write.ts'

const createPinCode = async ({ made, propertyUid, leadIn }: Case): Promise<string> => {
  const body = { propertyUid, leadUid: await leadIn('BK') }
  return (await made('POST', '/pin-codes', body)).pinCode.uid
}
const createLink = async ({ made, propertyUid }: Case): Promise<string> => {
  const body = { propertyUid, channel: 'YONDER' }
  return (await made('POST', '/property-channel-links', body)).propertyChannelLink.uid
}

export const writes: Writes = {
  'POST /pin-codes': async ({ propertyUid, leadIn }) => ({
    body: { propertyUid, leadUid: await leadIn('BK') },
    tells: ['PINCODE_CREATED'],
  }),
  'PUT /pin-codes/:uid': async agency => ({
    params: { uid: await createPinCode(agency) },
    body: { code: '4711' },
    tells: ['PINCODE_UPDATED'],
  }),
  'DELETE /pin-codes/:uid': async agency => ({
    params: { uid: await createPinCode(agency) },
    tells: ['PINCODE_DELETED'],
  }),
  'POST /property-channel-links': ({ propertyUid }) => ({
    body: { propertyUid, channel: 'YONDER' },
    tells: ['PROPERTY_CHANNEL_LINK_CREATED'],
  }),
  'PUT /property-channel-links/:uid': async agency => ({
    params: { uid: await createLink(agency) },
    body: { isActive: false },
    tells: ['PROPERTY_CHANNEL_LINK_UPDATED'],
  }),
  'DELETE /property-channel-links/:uid': async agency => ({
    params: { uid: await createLink(agency) },
    tells: ['PROPERTY_CHANNEL_LINK_DELETED'],
  }),
  'POST /property-channel-links/:uid/report-sync': async agency => ({
    params: { uid: await createLink(agency) },
    tells: ['PROPERTY_CHANNEL_LINK_UPDATED'],
  }),
  'PUT /dbs/properties/:propertyUid': ({ propertyUid }) => ({
    params: { propertyUid },
    body: { enabled: true },
    tells: ['DBS_UPDATED'],
  }),
  'PUT /dbs/agencies/:agencyUid': ({ agencyUid }) => ({
    params: { agencyUid },
    body: { dbsEnabled: true },
    tells: ['DBS_UPDATED'],
  }),
}

export const legacyWrites: Writes = {
  'PUT /pincodes': async ({ propertyUid, leadIn }) => ({
    body: { propertyUid, leadUid: await leadIn('BK') },
    tells: ['PINCODE_CREATED'],
  }),
  'POST /pincodes': async agency => ({
    body: { uid: await createPinCode(agency), code: '4711' },
    tells: ['PINCODE_UPDATED'],
  }),
  'DELETE /pincodes/:uid': async agency => ({
    params: { uid: await createPinCode(agency) },
    tells: ['PINCODE_DELETED'],
  }),
  'POST /property-channel-links': ({ propertyUid }) => ({
    body: { propertyUid, channel: 'YONDER' },
    tells: ['PROPERTY_CHANNEL_LINK_CREATED'],
  }),
  'DELETE /property-channel-links/:uid': async agency => ({
    params: { uid: await createLink(agency) },
    tells: ['PROPERTY_CHANNEL_LINK_DELETED'],
  }),
}
