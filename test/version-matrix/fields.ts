/** Fields by version: contract/versions.md §5. */
import type { Row } from './row.ts'

/** Keys of the object in a response, or of the first object of a list. */
interface ReturnedKeys {
  route: string
  /** Path of the object in a response of v3; objects of v2 have no envelope. */
  at?: string
  keys: string[]
}

/** Keys of bodies: a wrong type is rejected where the key exists, and ignored elsewhere. */
interface AcceptedKeys {
  route: string
  keys: string[]
}

export interface FieldRow extends Row {
  v2?: ReturnedKeys[]
  v3?: ReturnedKeys[]
  accepted?: AcceptedKeys[]
  /** Tests of what a single response does not prove: `file › name`. */
  proofs?: string[]
}

const lead = (...keys: string[]): ReturnedKeys => ({ route: 'GET /leads/:uid', at: 'lead', keys })
const leadKeys = [
  ...['agreementSigned', 'hasCompletedPreArrivalForm', 'holdExpiresUtcDateTime', 'closeReason'],
  ...['declineReason', 'cancellation'],
]
const strategy: ReturnedKeys = {
  route: 'GET /properties/:uid',
  at: 'property.availability',
  keys: ['hostfullyBookingStrategy', 'airbnbBookingStrategy', 'vrboBookingStrategy'],
}
const property = (...keys: string[]): ReturnedKeys => {
  return { route: 'GET /properties/:uid', at: 'property', keys }
}
const rentFields = ['rentBaseNetPrice', 'extraGuestsBaseNetPrice', 'rateMultiplierAmount']
const webhook = (...keys: string[]): ReturnedKeys => ({
  route: 'GET /webhooks/:uid',
  at: 'webhook',
  keys,
})
const message = (...keys: string[]): ReturnedKeys => ({
  route: 'GET /messages',
  at: 'messages',
  keys,
})

export const fields: FieldRow[] = [
  {
    mentions: 'lead leadType',
    columns: 'x|x|x|x|x',
    v2: [lead('leadType')],
    v3: [lead('type')],
  },
  {
    mentions: 'lead guestInformation object',
    columns: '–|x|x|x|x',
    v2: [lead('guestInformation')],
    v3: [lead('guestInformation')],
  },
  {
    mentions: 'lead referrer',
    columns: '–|x|x|x|x',
    v2: [lead('referrer')],
    v3: [lead('referrer')],
  },
  {
    mentions: 'lead channel on reading',
    columns: 'x|x|x|x|x',
    v2: [lead('channel')],
    v3: [lead('channel')],
  },
  {
    mentions: 'lead channel on creation',
    columns: '–|–|–|–|w',
    accepted: [{ route: 'POST /leads', keys: ['channel'] }],
  },
  {
    mentions: 'lead rentalAgreementUrl',
    columns: '–|–|–|–|x',
    v2: [lead('rentalAgreementUrl')],
    v3: [lead('rentalAgreementUrl')],
    accepted: [{ route: 'PATCH /leads/:uid', keys: ['rentalAgreementUrl'] }],
  },
  {
    mentions: 'lead unitUid',
    columns: '–|–|x|x|x',
    v2: [lead('unitUid')],
    v3: [lead('unitUid')],
    accepted: [{ route: 'POST /leads', keys: ['unitUid'] }],
  },
  {
    mentions: 'lead hotelUid, groupUid',
    columns: '–|–|–|–|x',
    v2: [lead('hotelUid', 'groupUid')],
    v3: [lead('hotelUid', 'groupUid')],
  },
  {
    mentions: 'lead agreementSigned',
    columns: '–|–|–|–|x',
    v2: [lead(...leadKeys)],
    v3: [lead(...leadKeys)],
    accepted: [{ route: 'PATCH /leads/:uid', keys: ['agreementSigned'] }],
    proofs: [
      'test/version-matrix/behaviours.test.ts › the lead query returns agreementSigned and hasCompletedPreArrivalForm',
    ],
  },
  {
    mentions: 'property hostfullyBookingStrategy',
    columns: '–|x|x|x|x',
    v2: [strategy],
    v3: [strategy],
  },
  {
    mentions: 'property timeZone, createdUtcDateTime',
    columns: '–|–|–|–|x',
    v2: [property('timeZone', 'createdUtcDateTime')],
    v3: [property('timeZone', 'createdUtcDateTime')],
  },
  {
    mentions: 'property hotelUid, numberOfUnits, numberOfActiveUnits',
    columns: '–|–|x|x|x',
    v2: [property('hotelUid', 'numberOfUnits', 'numberOfActiveUnits')],
    v3: [
      property('hotelUid', 'numberOfUnits', 'numberOfActiveUnits'),
      { route: 'GET /photos', at: 'photos', keys: ['hotelUid'] },
    ],
  },
  {
    mentions: 'pricing period minimumStay, isCheckinAllowed, isCheckoutAllowed optional',
    columns: 'x|x|x|x|x',
    proofs: [
      'test/version-matrix/behaviours.test.ts › a pricing period needs none of its stay fields',
    ],
  },
  {
    mentions: 'order securityDeposit',
    columns: 'x|–|–|–|x',
    v2: [{ route: 'GET /orders/:uid', at: 'order', keys: ['securityDepositAmount'] }],
    v3: [{ route: 'GET /orders/:uid', at: 'order', keys: ['securityDeposit'] }],
  },
  {
    mentions: 'order rent rentBaseNetPrice',
    columns: '–|x|x|x|x',
    v2: [{ route: 'GET /orders/:uid', at: 'order.rent', keys: rentFields }],
    v3: [{ route: 'GET /orders/:uid', at: 'order.rent', keys: rentFields }],
  },
  {
    mentions: 'order paidAmount, balanceAmount',
    columns: '–|–|–|–|x',
    v3: [{ route: 'GET /orders/:uid', at: 'order', keys: ['paidAmount', 'balanceAmount'] }],
  },
  {
    mentions: 'GraphQL lead order, tags, unit, thread, jobs',
    columns: '–|–|–|–|x',
    proofs: ['src/rental/leads/leads/lead-search.rest.test.ts › a lead of GraphQL'],
  },
  {
    mentions: 'quote request childrenCount, petCount',
    columns: '–|–|–|–|x',
    accepted: [{ route: 'POST /quotes', keys: ['childrenCount', 'petCount'] }],
  },
  {
    mentions: 'message senderType',
    columns: 'x|–|–|x|x',
    v2: [message('senderType')],
    v3: [message('senderType')],
  },
  {
    mentions: 'message threadUid',
    columns: 'x|x|x|x|x',
    v2: [message('threadUid')],
    v3: [message('threadUid'), { ...message('threadUid'), route: 'GET /messages/:leadUid' }],
  },
  {
    mentions: 'message attachments; sending threadUid',
    columns: '–|–|–|x|x',
    v2: [message('attachments')],
    v3: [message('attachments')],
    accepted: [{ route: 'POST /messages', keys: ['threadUid'] }],
  },
  {
    mentions: 'message failureReason, externalId; sending attachments',
    columns: '–|–|–|–|x',
    v2: [message('failureReason', 'externalId')],
    v3: [message('failureReason', 'externalId')],
    accepted: [{ route: 'POST /messages', keys: ['attachments'] }],
  },
  {
    mentions: 'webhook key spelling',
    columns: 'webHookType|webhookType|webhookType|webhookType|webhookType',
    v2: [webhook('webHookType', 'webhookType')],
    v3: [webhook('webHookType', 'webhookType')],
  },
  {
    mentions: 'webhook creatorIdentifier',
    columns: 'x|x|x|x|x',
    v2: [webhook('creatorIdentifier')],
    v3: [webhook('creatorIdentifier')],
  },
  {
    mentions: 'webhook status, disabledReason',
    columns: '–|–|–|–|x',
    v2: [webhook('status', 'disabledReason', 'payloadFormat', 'description', 'createdUtcDateTime')],
    v3: [webhook('status', 'disabledReason', 'payloadFormat', 'description', 'createdUtcDateTime')],
    accepted: [{ route: 'POST /webhooks', keys: ['payloadFormat', 'description'] }],
    proofs: ['test/version-matrix/behaviours.test.ts › a new webhook contains its secret'],
  },
  {
    mentions: 'owner isActive',
    columns: 'x|x|x|x|x',
    v2: [{ route: 'GET /owners/:uid', at: 'owner', keys: ['isActive'] }],
    v3: [{ route: 'GET /owners/:uid', at: 'owner', keys: ['isActive'] }],
  },
  {
    mentions: 'service serviceProviderUid',
    columns: 'x|x|x|x|x',
    v2: [{ route: 'GET /services', at: 'services', keys: ['serviceProviderUid'] }],
    v3: [{ route: 'GET /services', at: 'services', keys: ['serviceProviderUid'] }],
  },
  {
    mentions: 'job, custom data, pin code unitUid',
    columns: '–|–|x|x|x',
    v2: [
      { route: 'GET /jobs/:uid', at: 'job', keys: ['unitUid'] },
      { route: 'GET /customdata', at: 'customData', keys: ['unitUid'] },
      { route: 'GET /pincodes', at: 'pinCodes', keys: ['unitUid'] },
    ],
    v3: [
      { route: 'GET /jobs/:uid', at: 'job', keys: ['unitUid'] },
      { route: 'GET /custom-data', at: 'customData', keys: ['unitUid'] },
      { route: 'GET /pin-codes', at: 'pinCodes', keys: ['unitUid'] },
    ],
    accepted: [
      { route: 'POST /jobs', keys: ['unitUid'] },
      { route: 'POST /custom-data', keys: ['unitUid'] },
    ],
  },
  {
    mentions: 'custom data LONG_TEXT length',
    columns: '4,000|4,000|4,000|4,000|20,000',
    proofs: [
      'test/version-matrix/behaviours.test.ts › texts of custom data have the length of their version',
    ],
  },
  {
    mentions: 'custom data TEXT length',
    columns: '1,000|1,000|1,000|1,000|1,000',
    proofs: [
      'test/version-matrix/behaviours.test.ts › texts of custom data have the length of their version',
    ],
  },
  {
    mentions: 'channel link lastSyncUtcDateTime; agency timeZone',
    columns: '–|–|–|–|x',
    v2: [
      { route: 'GET /agencies/:uid', at: 'agency', keys: ['timeZone'] },
      {
        route: 'GET /property-channel-links/:uid',
        at: 'propertyChannelLink',
        keys: ['lastSyncUtcDateTime'],
      },
    ],
    v3: [
      { route: 'GET /agencies/:uid', at: 'agency', keys: ['timeZone'] },
      {
        route: 'GET /property-channel-links/:uid',
        at: 'propertyChannelLink',
        keys: ['lastSyncUtcDateTime'],
      },
    ],
  },
  {
    mentions: 'employee invitedUtcDateTime',
    columns: '–|–|–|–|x',
    v3: [
      {
        route: 'GET /employees/:uid',
        at: 'employee',
        keys: ['invitedUtcDateTime', 'hasPassword', 'lastSeenUtcDateTime'],
      },
    ],
  },
]
