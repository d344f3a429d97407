/**
 * Catalogue of event types (contract/events.md §3): payload keys, the first API version, and the
 * partners that receive each event. Pure.
 */
import { existsIn, type Version } from '../platform/rest/version.ts'
import { legacyVersion } from '../rental/versions.ts'

/** Payload keys: uids of objects, and fields of the object itself. */
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
 * Receivers of an event in addition to the agency: PROPERTY, partners with access to its property;
 * HOTEL, partners with access to its hotel; GRANTEES, partners with any grant of the agency;
 * PARTNER, the partner that the event names; AGENCY, none.
 */
export type Audience = 'PROPERTY' | 'HOTEL' | 'GRANTEES' | 'PARTNER' | 'AGENCY'

export interface EventKind {
  /** First version through which a webhook may subscribe, {@link legacyVersion} for all. */
  since: Version
  /** Payload keys in order. A key with `?` is optional. */
  keys: readonly string[]
  /** Type of the changed object, such as `LEAD`, whose uid is the key `lead_uid`. */
  object: string
  audience: Audience
}

const allVersions = legacyVersion

const leadEvent = (since: Version, ...keys: string[]) => defineKind(since, 'LEAD', 'PROPERTY', keys)
const propertyEvent = (since: Version, ...keys: string[]) =>
  defineKind(since, 'PROPERTY', 'PROPERTY', keys)
const leadKeys = ['lead_uid', 'property_uid']
const inquiryKeys = ['lead_uid', 'property_uid?']

function defineKind(since: Version, object: string, audience: Audience, keys: string[]): EventKind {
  return { since, keys, object, audience }
}

const objectEvent = (object: string, ...keys: string[]) =>
  defineKind('3.3', object, 'PROPERTY', [`${object.toLowerCase()}_uid`, ...keys])

const customData = defineKind('3.3', 'CUSTOM_DATA_FIELD', 'PROPERTY', [
  'custom_data_field_uid',
  'lead_uid?',
  'unit_uid?',
  'property_uid?',
])
const pinCode = (since: Version) =>
  defineKind(since, 'PINCODE', 'PROPERTY', ['pincode_uid', 'property_uid', 'lead_uid?'])
const order = objectEvent('ORDER', 'lead_uid', 'property_uid')
const promoCode = defineKind('3.3', 'PROMO_CODE', 'GRANTEES', ['promo_code_uid', 'property_uid?'])
const job = objectEvent('JOB', 'property_uid', 'lead_uid?')
const owner = defineKind('3.3', 'OWNER', 'PROPERTY', ['owner_uid', 'property_uid?'])
const ownerAdjustment = objectEvent('OWNER_ADJUSTMENT', 'property_uid?')
const review = objectEvent('REVIEW', 'property_uid', 'lead_uid?')
const channelLink = objectEvent('PROPERTY_CHANNEL_LINK', 'property_uid')
const ical = objectEvent('ICAL', 'property_uid')
const accessEvent = (since: Version, ...keys: string[]) =>
  defineKind(since, 'AGENCY', 'PARTNER', keys)

/** Event types in the order of the contract. */
export const catalogue = {
  NEW_INQUIRY: leadEvent(allVersions, ...inquiryKeys),
  NEW_HOLD: leadEvent('3.0', ...leadKeys),
  NEW_BOOKING_REQUEST: leadEvent('3.0', ...leadKeys),
  NEW_BOOKING: leadEvent(allVersions, ...leadKeys),
  NEW_BLOCKED_DATES: leadEvent(allVersions, ...leadKeys),
  UNIT_CHANGED: leadEvent('3.1', 'lead_uid', 'property_uid', 'unit_uid'),
  BOOKING_UPDATED: leadEvent(allVersions, ...inquiryKeys),
  BOOKING_CANCELLED: leadEvent(allVersions, ...leadKeys),
  PROPERTY_AVAILABILITY_UPDATED: propertyEvent(allVersions, 'property_uid', 'lead_uid'),
  NEW_PROPERTY: propertyEvent(allVersions, 'property_uid'),
  UPDATED_PROPERTY: propertyEvent(allVersions, 'property_uid'),
  DELETED_PROPERTY: propertyEvent(allVersions, 'property_uid'),
  ACTIVATED_PROPERTY: propertyEvent(allVersions, 'property_uid'),
  DEACTIVATED_PROPERTY: propertyEvent(allVersions, 'property_uid'),
  HOTEL_UPDATED: defineKind('3.3', 'HOTEL', 'HOTEL', ['hotel_uid']),
  PINCODE_CREATED: pinCode(allVersions),
  PINCODE_UPDATED: pinCode(allVersions),
  PINCODE_DELETED: pinCode(allVersions),
  NEW_INBOX_MESSAGE: defineKind(allVersions, 'THREAD', 'PROPERTY', [
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
  INBOX_THREAD_UPDATED: objectEvent('THREAD', 'lead_uid?', 'property_uid?'),
  CUSTOM_DATA_CREATED: customData,
  CUSTOM_DATA_UPDATED: customData,
  CUSTOM_DATA_DELETED: customData,
  CHANNEL_ACTIVATED: accessEvent(allVersions, 'property_uid'),
  CHANNEL_DEACTIVATED: accessEvent(allVersions, 'property_uid'),
  INTEGRATION_ACTIVATED: accessEvent(allVersions),
  INTEGRATION_DEACTIVATED: accessEvent(allVersions),
  PROPERTY_ACCESS_GRANTED: accessEvent('3.3', 'property_uid'),
  PROPERTY_ACCESS_REVOKED: accessEvent('3.3', 'property_uid'),
  LEAD_DATES_CHANGED: leadEvent('3.0', ...leadKeys),
  LEAD_PROPERTY_CHANGED: leadEvent('3.0', ...leadKeys, 'previous_property_uid'),
  LEAD_SOFT_DELETED: leadEvent('3.0', ...inquiryKeys),
  BLOCK_DELETED: leadEvent('3.0', ...leadKeys),
  HOLD_CANCELLED: leadEvent('3.0', ...leadKeys),
  INQUIRY_UPDATED: leadEvent('3.3', ...inquiryKeys),
  LEAD_STATUS_CHANGED: leadEvent('3.3', ...inquiryKeys, 'status', 'previous_status'),
  HOLD_EXPIRED: leadEvent('3.3', ...leadKeys),
  PRE_ARRIVAL_FORM_COMPLETED: leadEvent('3.3', ...leadKeys),
  ORDER_CREATED: order,
  ORDER_UPDATED: order,
  TRANSACTION_CREATED: objectEvent('TRANSACTION', 'order_uid', 'lead_uid', 'property_uid'),
  PRICING_UPDATED: propertyEvent('3.3', 'property_uid'),
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
  PROPERTY_OWNERSHIP_UPDATED: propertyEvent('3.3', 'owner_uid?', 'property_uid'),
  TAGS_UPDATED: defineKind('3.3', 'TAGS', 'PROPERTY', ['property_uid?', 'lead_uid?']),
  MESSAGE_STATUS_UPDATED: objectEvent(
    'MESSAGE',
    'thread_uid',
    'lead_uid?',
    'property_uid?',
    'status',
  ),
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
  DBS_UPDATED: defineKind('3.3', 'PROPERTY', 'PROPERTY', ['property_uid?']),
} as const satisfies Record<string, EventKind>

export type EventType = keyof typeof catalogue

export const eventTypes = Object.keys(catalogue) as EventType[]

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(catalogue, text)
}

/**
 * Returns whether an event type reports a change of a partner's own access: contract/events.md
 * §3.3.
 */
export function isAccessChange(type: EventType): boolean {
  return eventKind(type).audience === 'PARTNER'
}

/** Creation events that include updates of the same object in the same transaction. */
export const creationEvents: Partial<Record<EventType, EventType>> = {
  UPDATED_PROPERTY: 'NEW_PROPERTY',
  ORDER_UPDATED: 'ORDER_CREATED',
}

/** Returns the catalogue entry of an event type, with the common shape. */
export function eventKind(type: EventType): EventKind {
  return catalogue[type]
}

/** Lists the event types that a webhook of a version may subscribe to. */
export function registrableTypes(version: Version): EventType[] {
  return eventTypes.filter(type => existsIn(version, { since: catalogue[type].since }))
}

/** Reasons of a calendar change, the most important first: contract/events.md §4. */
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
