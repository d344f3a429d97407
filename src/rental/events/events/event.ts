/**
 * The catalogue of event types: contract/events.md §3. What is told of each, since when webhooks
 * may ask for it, and whom beside the agency it concerns. Pure.
 */
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { legacyVersion } from '../../versions.ts'

/** The keys of payloads that name something, and what they name. */
const payloadKeys = [
  'lead_uid',
  'property_uid',
  'previous_property_uid',
  'unit_uid',
  'hotel_uid',
  'thread_uid',
  'message_uid',
  'pincode_uid',
  'custom_data_field_uid',
  'order_uid',
  'transaction_uid',
  'promo_code_uid',
  'job_uid',
  'owner_uid',
  'owner_adjustment_uid',
  'review_uid',
  'property_channel_link_uid',
  'ical_uid',
  'status',
  'previous_status',
  'type',
  'message_content',
  'sender_type',
  'created',
] as const
export type PayloadKey = (typeof payloadKeys)[number]

/**
 * Whom an event concerns beside the agency: partners that reach its property, or its hotel;
 * partners that were granted anything of the agency; the partner that it names; nobody.
 */
export type Audience = 'PROPERTY' | 'HOTEL' | 'GRANTEES' | 'PARTNER' | 'AGENCY'

/** What an event type is. */
export interface EventKind {
  /** The first version through which a webhook may ask for it, {@link legacyVersion} for all. */
  since: Version
  /** The keys of its payload in their order; one with `?` only when it applies. */
  keys: readonly string[]
  /** What has changed, `LEAD`; its uid is the key `lead_uid`. */
  object: string
  audience: Audience
}

const all = legacyVersion

const ofLead = (since: Version, ...keys: string[]) => kind(since, 'LEAD', 'PROPERTY', keys)
const ofProperty = (since: Version, ...keys: string[]) => kind(since, 'PROPERTY', 'PROPERTY', keys)
const leadKeys = ['lead_uid', 'property_uid']
const inquiryKeys = ['lead_uid', 'property_uid?']

function kind(since: Version, object: string, audience: Audience, keys: string[]): EventKind {
  return { since, keys, object, audience }
}

const thing = (object: string, ...keys: string[]) =>
  kind('3.3', object, 'PROPERTY', [`${object.toLowerCase()}_uid`, ...keys])

const customData = kind('3.3', 'CUSTOM_DATA_FIELD', 'PROPERTY', [
  'custom_data_field_uid',
  'lead_uid?',
  'unit_uid?',
  'property_uid?',
])
const pinCode = (since: Version) =>
  kind(since, 'PINCODE', 'PROPERTY', ['pincode_uid', 'property_uid', 'lead_uid?'])
const order = thing('ORDER', 'lead_uid', 'property_uid')
const promoCode = kind('3.3', 'PROMO_CODE', 'GRANTEES', ['promo_code_uid', 'property_uid?'])
const job = thing('JOB', 'property_uid', 'lead_uid?')
const owner = kind('3.3', 'OWNER', 'PROPERTY', ['owner_uid', 'property_uid?'])
const ownerAdjustment = thing('OWNER_ADJUSTMENT', 'property_uid?')
const review = thing('REVIEW', 'property_uid', 'lead_uid?')
const channelLink = thing('PROPERTY_CHANNEL_LINK', 'property_uid')
const ical = thing('ICAL', 'property_uid')
const ofAccess = (since: Version, ...keys: string[]) => kind(since, 'AGENCY', 'PARTNER', keys)

/** Every event type, in the order of the contract. */
export const catalogue = {
  NEW_INQUIRY: ofLead(all, ...inquiryKeys),
  NEW_HOLD: ofLead('3.0', ...leadKeys),
  NEW_BOOKING_REQUEST: ofLead('3.0', ...leadKeys),
  NEW_BOOKING: ofLead(all, ...leadKeys),
  NEW_BLOCKED_DATES: ofLead(all, ...leadKeys),
  UNIT_CHANGED: ofLead('3.1', 'lead_uid', 'property_uid', 'unit_uid'),
  BOOKING_UPDATED: ofLead(all, ...inquiryKeys),
  BOOKING_CANCELLED: ofLead(all, ...leadKeys),
  PROPERTY_AVAILABILITY_UPDATED: ofProperty(all, 'property_uid', 'lead_uid'),
  NEW_PROPERTY: ofProperty(all, 'property_uid'),
  UPDATED_PROPERTY: ofProperty(all, 'property_uid'),
  DELETED_PROPERTY: ofProperty(all, 'property_uid'),
  ACTIVATED_PROPERTY: ofProperty(all, 'property_uid'),
  DEACTIVATED_PROPERTY: ofProperty(all, 'property_uid'),
  HOTEL_UPDATED: kind('3.3', 'HOTEL', 'HOTEL', ['hotel_uid']),
  PINCODE_CREATED: pinCode(all),
  PINCODE_UPDATED: pinCode(all),
  PINCODE_DELETED: pinCode(all),
  NEW_INBOX_MESSAGE: kind(all, 'THREAD', 'PROPERTY', [
    'message_uid',
    'thread_uid',
    'lead_uid?',
    'property_uid?',
    'status',
    'type',
    'message_content',
    'sender_type',
    'created',
  ]),
  INBOX_THREAD_UPDATED: thing('THREAD', 'lead_uid?', 'property_uid?'),
  CUSTOM_DATA_CREATED: customData,
  CUSTOM_DATA_UPDATED: customData,
  CUSTOM_DATA_DELETED: customData,
  CHANNEL_ACTIVATED: ofAccess(all, 'property_uid'),
  CHANNEL_DEACTIVATED: ofAccess(all, 'property_uid'),
  INTEGRATION_ACTIVATED: ofAccess(all),
  INTEGRATION_DEACTIVATED: ofAccess(all),
  PROPERTY_ACCESS_GRANTED: ofAccess('3.3', 'property_uid'),
  PROPERTY_ACCESS_REVOKED: ofAccess('3.3', 'property_uid'),
  LEAD_DATES_CHANGED: ofLead('3.0', ...leadKeys),
  LEAD_PROPERTY_CHANGED: ofLead('3.0', ...leadKeys, 'previous_property_uid'),
  LEAD_SOFT_DELETED: ofLead('3.0', ...inquiryKeys),
  BLOCK_DELETED: ofLead('3.0', ...leadKeys),
  HOLD_CANCELLED: ofLead('3.0', ...leadKeys),
  INQUIRY_UPDATED: ofLead('3.3', ...inquiryKeys),
  LEAD_STATUS_CHANGED: ofLead('3.3', ...inquiryKeys, 'status', 'previous_status'),
  HOLD_EXPIRED: ofLead('3.3', ...leadKeys),
  PRE_ARRIVAL_FORM_COMPLETED: ofLead('3.3', ...leadKeys),
  ORDER_CREATED: order,
  ORDER_UPDATED: order,
  TRANSACTION_CREATED: thing('TRANSACTION', 'order_uid', 'lead_uid', 'property_uid'),
  PRICING_UPDATED: ofProperty('3.3', 'property_uid'),
  PROMO_CODE_CREATED: promoCode,
  PROMO_CODE_UPDATED: promoCode,
  PROMO_CODE_DELETED: promoCode,
  PROMO_CODE_REDEEMED: { ...promoCode, keys: [...promoCode.keys, 'lead_uid'] },
  JOB_CREATED: job,
  JOB_UPDATED: job,
  JOB_ACCEPTED: job,
  JOB_DECLINED: job,
  JOB_DONE: job,
  JOB_DELETED: job,
  OWNER_CREATED: owner,
  OWNER_UPDATED: owner,
  OWNER_DELETED: owner,
  OWNER_ADJUSTMENT_CREATED: ownerAdjustment,
  OWNER_ADJUSTMENT_UPDATED: ownerAdjustment,
  OWNER_ADJUSTMENT_DELETED: ownerAdjustment,
  PROPERTY_OWNERSHIP_UPDATED: ofProperty('3.3', 'owner_uid?', 'property_uid'),
  TAGS_UPDATED: kind('3.3', 'TAGS', 'PROPERTY', ['property_uid?', 'lead_uid?']),
  MESSAGE_STATUS_UPDATED: thing('MESSAGE', 'thread_uid', 'lead_uid?', 'property_uid?', 'status'),
  REVIEW_CREATED: review,
  REVIEW_UPDATED: review,
  REVIEW_DELETED: review,
  PROPERTY_CHANNEL_LINK_CREATED: channelLink,
  PROPERTY_CHANNEL_LINK_UPDATED: channelLink,
  PROPERTY_CHANNEL_LINK_DELETED: channelLink,
  ICAL_CREATED: ical,
  ICAL_DELETED: ical,
  ICAL_SYNC_FAILED: ical,
  ICAL_CLASH: ical,
  DBS_UPDATED: kind('3.3', 'PROPERTY', 'PROPERTY', ['property_uid?']),
} as const satisfies Record<string, EventKind>

export type EventType = keyof typeof catalogue

export const eventTypes = Object.keys(catalogue) as EventType[]

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(catalogue, text)
}

/** Whether an event type tells a partner of its own access: contract/events.md §3.3. */
export function isAccessChange(type: EventType): boolean {
  return kindOf(type).audience === 'PARTNER'
}

/** What changes of a thing in the transaction that makes it is a part of its making. */
export const partOf: Partial<Record<EventType, EventType>> = {
  UPDATED_PROPERTY: 'NEW_PROPERTY',
  ORDER_UPDATED: 'ORDER_CREATED',
}

/** What an event type is, as the common shape. */
export function kindOf(type: EventType): EventKind {
  return catalogue[type]
}

/** The event types that a webhook registered through a version may ask for. */
export function registrableTypes(version: Version): EventType[] {
  return eventTypes.filter(type => existsIn(version, { since: catalogue[type].since }))
}

/** The ten reasons of a changed calendar, what weighs most first: contract/events.md §4. */
export const causes = [
  'LEAD_PROPERTY_CHANGED',
  'LEAD_DATES_CHANGED',
  'NEW_BLOCKED_DATES',
  'NEW_BOOKING',
  'NEW_HOLD',
  'LEAD_SOFT_DELETED',
  'BOOKING_CANCELLED',
  'BLOCK_DELETED',
  'HOLD_CANCELLED',
  'BOOKING_UPDATED',
] as const
export type Cause = (typeof causes)[number]
