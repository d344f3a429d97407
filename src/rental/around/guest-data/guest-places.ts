/**
 * Every place that holds personal data of guests, and how it is erased: contract/resources.md §8.2.
 * What is erased, exported and asked by the tests comes from here; a column that is neither here
 * nor among those that test/guest-data/other-columns.ts names fails the tests. Pure.
 */
import type { Tables } from '../../tables.ts'

/** Whose rows are of a guest: by the guest's uid, or those of what belongs to the guest. */
export type Scope =
  | 'guest'
  | 'leads'
  | 'orders'
  | 'threads'
  | 'messages'
  | 'events'
  | 'deliveries'
  | 'replies'

/** What a column holds afterwards; REDACTED: what it held, without its texts. */
export type Emptied = null | '' | 'REDACTED'

export interface Place {
  scope: Scope
  /** The column that names what the scope has. */
  by: string
  /** What becomes of the columns with personal data; those of rows that go, go with them. */
  personal: Record<string, Emptied>
  /** The rows go altogether. */
  goes?: true
  /** Rows keep when they changed, and this is a change. */
  isDated?: true
  /** What an export says of a row beside; null: it repeats other places, and is not exported. */
  beside: readonly string[] | null
}

type PlaceOf<Table> = Place & {
  by: keyof Table
  personal: { [Column in keyof Table]?: Emptied }
  beside: readonly (keyof Table)[] | null
}

const none = <const Name extends string>(...columns: Name[]) =>
  Object.fromEntries(columns.map(column => [column, null])) as Record<Name, null>

const guests: PlaceOf<Tables['guests']> = {
  scope: 'guest',
  by: 'uid',
  personal: {
    ...none('email_key', 'phone_key', 'first_name', 'last_name', 'email', 'phone_number'),
    ...none('mobile_number', 'address', 'address2', 'city', 'state', 'zip_code'),
  },
  isDated: true,
  beside: ['uid', 'created_at', 'updated_at', 'erased_at'],
}

const leads: PlaceOf<Tables['leads']> = {
  scope: 'leads',
  by: 'uid',
  personal: {
    ...none('first_name', 'last_name', 'email', 'secondary_email', 'phone_number'),
    ...none('cell_phone_number', 'address1', 'address2', 'zip_code', 'city', 'state'),
    ...none('country_code', 'passport_id', 'passport_country_code', 'risk_score', 'flight_number'),
    ...none('passport_sealed', 'passport_key_id'),
    ...none('reason_for_trip', 'will_have_party', 'will_have_visit', 'preferred_locale'),
    ...none('notes', 'extra_notes', 'referrer', 'rental_agreement_url', 'cancelled_reason'),
    ...none('creation_circumstances', 'decline_reason'),
  },
  isDated: true,
  beside: [
    ...(['uid', 'type', 'status', 'channel', 'property_uid', 'check_in_local'] as const),
    ...(['check_out_local', 'adult_count', 'children_count', 'infant_count'] as const),
    ...(['pet_count', 'external_booking_id', 'created_at', 'updated_at', 'deleted_at'] as const),
  ],
}

/** By table, those first whose rows others name. */
export const guestPlaces: Partial<Record<keyof Tables, Place>> = {
  guests,
  leads,
  extra_guests: {
    scope: 'leads',
    by: 'lead_uid',
    personal: none('first_name', 'last_name', 'email', 'age'),
    goes: true,
    beside: ['lead_uid', 'position'],
  } satisfies PlaceOf<Tables['extra_guests']>,
  former_emails: {
    scope: 'leads',
    by: 'lead_uid',
    personal: none('email_key'),
    goes: true,
    beside: ['lead_uid', 'created_at'],
  } satisfies PlaceOf<Tables['former_emails']>,
  lead_acts: {
    scope: 'leads',
    by: 'lead_uid',
    personal: none('details'),
    beside: ['lead_uid', 'act', 'created_at'],
  } satisfies PlaceOf<Tables['lead_acts']>,
  payments: {
    scope: 'orders',
    by: 'order_uid',
    personal: none('notes'),
    beside: ['order_uid', 'type', 'status', 'amount', 'created_at'],
  } satisfies PlaceOf<Tables['payments']>,
  order_adjustments: {
    scope: 'orders',
    by: 'order_uid',
    personal: none('note'),
    isDated: true,
    beside: ['order_uid', 'adjustment_type', 'amount', 'created_at'],
  } satisfies PlaceOf<Tables['order_adjustments']>,
  owner_adjustments: {
    scope: 'leads',
    by: 'lead_uid',
    personal: none('description'),
    isDated: true,
    beside: ['lead_uid', 'created_at'],
  } satisfies PlaceOf<Tables['owner_adjustments']>,
  jobs: {
    scope: 'leads',
    by: 'lead_uid',
    personal: none('notes'),
    isDated: true,
    beside: ['lead_uid', 'status', 'start_local', 'end_local'],
  } satisfies PlaceOf<Tables['jobs']>,
  reviews: {
    scope: 'leads',
    by: 'lead_uid',
    personal: {
      ...{ author: '', content: '' },
      ...none('title', 'private_feedback', 'response'),
    },
    isDated: true,
    beside: ['lead_uid', 'rating', 'date', 'source', 'deleted_at'],
  } satisfies PlaceOf<Tables['reviews']>,
  custom_data: {
    scope: 'leads',
    by: 'object_uid',
    personal: none('text'),
    goes: true,
    beside: ['object_uid', 'field_uid', 'created_at'],
  } satisfies PlaceOf<Tables['custom_data']>,
  tags: {
    scope: 'leads',
    by: 'object_uid',
    personal: none('tag'),
    goes: true,
    beside: ['object_uid', 'created_at'],
  } satisfies PlaceOf<Tables['tags']>,
  outbox_messages: {
    scope: 'messages',
    by: 'message_uid',
    personal: none('recipient', 'subject', 'text', 'file_names'),
    goes: true,
    beside: null,
  } satisfies PlaceOf<Tables['outbox_messages']>,
  message_attachments: {
    scope: 'messages',
    by: 'message_uid',
    personal: none('file_name'),
    goes: true,
    beside: ['message_uid', 'uid', 'file_type', 'file_size'],
  } satisfies PlaceOf<Tables['message_attachments']>,
  messages: {
    scope: 'threads',
    by: 'thread_uid',
    personal: { text: '', ...none('subject', 'failure_reason') },
    isDated: true,
    beside: ['uid', 'thread_uid', 'sender_type', 'type', 'status', 'created_at'],
  } satisfies PlaceOf<Tables['messages']>,
  events: {
    scope: 'events',
    by: 'seq',
    personal: { payload: 'REDACTED', changes: 'REDACTED' },
    beside: null,
  } satisfies PlaceOf<Tables['events']>,
  delivery_attempts: {
    scope: 'deliveries',
    by: 'delivery_uid',
    personal: none('response_headers', 'response_snippet', 'error_message'),
    beside: null,
  } satisfies PlaceOf<Tables['delivery_attempts']>,
  idempotency_keys: {
    scope: 'replies',
    by: 'body',
    personal: { body: 'REDACTED' },
    beside: null,
  } satisfies PlaceOf<Tables['idempotency_keys']>,
}
