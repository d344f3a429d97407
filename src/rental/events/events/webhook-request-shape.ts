/** Webhook requests in the OpenAPI documents: contract/events.md §3, §5. */

import { type EventType, registrableTypes } from '../../../pending-events/event.ts'
import type { Schema } from '../../../platform/openapi/shapes.ts'
import type { Webhooks } from '../../../platform/openapi/webhooks.ts'
import { named, type TSchema, uid } from '../../../platform/rest/fields.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { extensionKeys, payloadSchema, sampleExtension, samplePayload } from './payload-shape.ts'

/** Causes of each event type, for readers: contract/events.md §3. */
const triggers: Readonly<Record<EventType, string>> = {
  NEW_INQUIRY: 'an inquiry is received',
  NEW_HOLD: 'nights are put on hold for a guest',
  NEW_BOOKING_REQUEST: 'a guest requests a booking that the agency must accept',
  NEW_BOOKING: 'a lead becomes a booking',
  NEW_BLOCKED_DATES: 'nights are blocked, or a block moves',
  UNIT_CHANGED: 'a stay moves from one unit to another',
  BOOKING_UPDATED: 'an inquiry, request or booking changes in any other way',
  BOOKING_CANCELLED: 'a booking is cancelled',
  PROPERTY_AVAILABILITY_UPDATED: 'the calendar of a property changes',
  NEW_PROPERTY: 'a property or unit type is created',
  UPDATED_PROPERTY: 'a property changes, or its content, tags, fees or prices',
  DELETED_PROPERTY: 'a property is deleted',
  ACTIVATED_PROPERTY: 'a property is activated',
  DEACTIVATED_PROPERTY: 'a property is deactivated',
  HOTEL_UPDATED: 'a multi-unit property, its unit types or units change',
  PINCODE_CREATED: 'a pin code is created',
  PINCODE_UPDATED: 'a pin code changes',
  PINCODE_DELETED: 'a pin code is revoked',
  NEW_INBOX_MESSAGE: 'a message is sent or received',
  INBOX_THREAD_UPDATED: 'a thread is marked as read or unread, or changes otherwise',
  CUSTOM_DATA_CREATED: 'a custom data field gets its first value',
  CUSTOM_DATA_UPDATED: 'the value of a custom data field changes',
  CUSTOM_DATA_DELETED: 'the value of a custom data field is deleted',
  CHANNEL_ACTIVATED: 'an agency activates a property for a channel partner',
  CHANNEL_DEACTIVATED: 'an agency deactivates a property for a channel partner',
  INTEGRATION_ACTIVATED: 'an agency connects an integration partner',
  INTEGRATION_DEACTIVATED: 'an agency disconnects an integration partner',
  PROPERTY_ACCESS_GRANTED: 'a partner gets access to another property',
  PROPERTY_ACCESS_REVOKED: 'a partner loses access to a property',
  LEAD_DATES_CHANGED: 'a lead moves to other dates',
  LEAD_PROPERTY_CHANGED: 'a lead moves to another property',
  LEAD_SOFT_DELETED: 'a lead is deleted',
  BLOCK_DELETED: 'a block is deleted',
  HOLD_CANCELLED: 'a hold is cancelled and its nights are available again',
  INQUIRY_UPDATED: 'an inquiry or booking request changes',
  LEAD_STATUS_CHANGED: 'a lead changes its status',
  HOLD_EXPIRED: 'a hold expires',
  PRE_ARRIVAL_FORM_COMPLETED: 'a pre-arrival form is completed',
  ORDER_CREATED: 'an order is created',
  ORDER_UPDATED: 'an order is recalculated, adjusted, or its services change',
  TRANSACTION_CREATED: 'a payment is recorded',
  PRICING_UPDATED: 'prices, pricing rules or rate multipliers change',
  PROMO_CODE_CREATED: 'a promo code is created',
  PROMO_CODE_UPDATED: 'a promo code changes',
  PROMO_CODE_DELETED: 'a promo code is deleted',
  PROMO_CODE_REDEEMED: 'a lead starts to use a promo code',
  JOB_CREATED: 'a job is created',
  JOB_UPDATED: 'a job changes',
  JOB_ACCEPTED: 'a job is accepted',
  JOB_DECLINED: 'a job is declined',
  JOB_DONE: 'a job is marked as done',
  JOB_DELETED: 'a job is deleted',
  OWNER_CREATED: 'an owner is added',
  OWNER_UPDATED: 'an owner changes',
  OWNER_DELETED: 'an owner is removed',
  OWNER_ADJUSTMENT_CREATED: 'an adjustment of an owner is added',
  OWNER_ADJUSTMENT_UPDATED: 'an adjustment of an owner changes',
  OWNER_ADJUSTMENT_DELETED: 'an adjustment of an owner is deleted',
  PROPERTY_OWNERSHIP_UPDATED: 'the owner of a property or the settings of its ownership change',
  TAGS_UPDATED: 'the tags of a property or lead change',
  MESSAGE_STATUS_UPDATED: 'a message is sent, or fails',
  REVIEW_CREATED: 'a review is added',
  REVIEW_UPDATED: 'a review changes or gets a response',
  REVIEW_DELETED: 'a review is deleted',
  PROPERTY_CHANNEL_LINK_CREATED: 'a property is linked to its listing on a channel',
  PROPERTY_CHANNEL_LINK_UPDATED: 'a channel link changes',
  PROPERTY_CHANNEL_LINK_DELETED: 'a channel link is deleted',
  ICAL_CREATED: 'an external calendar is added',
  ICAL_DELETED: 'an external calendar is deleted',
  ICAL_SYNC_FAILED: 'the import of an external calendar fails',
  ICAL_CLASH: 'an event of an external calendar conflicts with an existing lead',
  DBS_UPDATED: 'settings of direct booking change',
}

/** Returns the webhooks that a version can register, by event type. */
export function webhooksAt(version: Version): Webhooks {
  const isExtended = existsIn(version, { since: '3.3' })
  const entries = registrableTypes(version).map(type => {
    const { $schema, $id, title, not, ...schema } = payloadSchema(type, '') as Described
    const ownFields = Object.entries(schema.properties).filter(([key]) => !(key in extensionKeys))
    const sample = samplePayload(type)
    const webhook = {
      trigger: triggers[type],
      schema: { ...schema, properties: withUidSchemas(ownFields) },
    }
    return [type, { ...webhook, sample, ...(isExtended ? { extension } : {}) }] as const
  })
  return Object.fromEntries(entries)
}

interface Described {
  properties: Record<string, Schema>
  [key: string]: unknown
}

const extension = {
  schema: named('EventExtension', {
    type: 'object',
    properties: withUidSchemas(Object.entries<Schema>(extensionKeys)),
  } as TSchema) as Schema,
  sample: sampleExtension,
}

function withUidSchemas(fields: [string, Schema][]): Record<string, Schema> {
  return Object.fromEntries(
    fields.map(([key, field]) => [
      key,
      field.format === 'uuid' ? (uid() as object as Schema) : field,
    ]),
  )
}
