/**
 * Map of all personal data of guests and how it is erased: contract/resources.md §8.2. Erasure,
 * export and tests use it. The tests fail for a column that is neither here nor in
 * test/guest-data/other-columns.ts. Pure.
 */
import type { Tables } from '../../tables.ts'

/**
 * Relation of a table's rows to a guest, by a key of the guest or of related records. `replies` are
 * stored responses, which are searched for these keys.
 */
export type Relation =
  | 'guest'
  | 'leads'
  | 'orders'
  | 'threads'
  | 'messages'
  | 'events'
  | 'deliveries'
  | 'replies'

/** Value of a column after erasure; REDACTED: its former value without texts. */
export type ErasedValue = null | '' | 'REDACTED'

export interface PersonalTable {
  relation: Relation
  /** Column with the keys of the related records, such as `lead_uid` for `leads`. */
  keyColumn: string
  /** Personal columns and their values after erasure, unless the rows are deleted. */
  personal: Record<string, ErasedValue>
  /** The erasure deletes the rows. */
  deletesRows?: true
  /** The erasure sets `updated_at`. */
  setsUpdatedAt?: true
  /**
   * Columns of the export in addition to the personal ones. Null: the table is not exported,
   * because it repeats other tables.
   */
  exportedColumns: readonly string[] | null
}

type TypedPersonalTable<Table> = PersonalTable & {
  keyColumn: keyof Table
  personal: { [Column in keyof Table]?: ErasedValue }
  exportedColumns: readonly (keyof Table)[] | null
}

const nullColumns = <const Name extends string>(...columns: Name[]) =>
  Object.fromEntries(columns.map(column => [column, null])) as Record<Name, null>

const guests: TypedPersonalTable<Tables['guests']> = {
  relation: 'guest',
  keyColumn: 'uid',
  personal: {
    ...nullColumns('email_key', 'phone_key', 'first_name', 'last_name', 'email', 'phone_number'),
    ...nullColumns('mobile_number', 'address', 'address2', 'city', 'state', 'zip_code'),
  },
  setsUpdatedAt: true,
  exportedColumns: ['uid', 'created_at', 'updated_at', 'erased_at'],
}

const leads: TypedPersonalTable<Tables['leads']> = {
  relation: 'leads',
  keyColumn: 'uid',
  personal: {
    ...nullColumns('first_name', 'last_name', 'email', 'secondary_email', 'phone_number'),
    ...nullColumns('cell_phone_number', 'address1', 'address2', 'zip_code', 'city', 'state'),
    ...nullColumns(
      'country_code',
      'passport_id',
      'passport_country_code',
      'risk_score',
      'flight_number',
    ),
    ...nullColumns('passport_sealed', 'passport_key_id'),
    ...nullColumns('reason_for_trip', 'will_have_party', 'will_have_visit', 'preferred_locale'),
    ...nullColumns('notes', 'extra_notes', 'referrer', 'rental_agreement_url', 'cancelled_reason'),
    ...nullColumns('creation_circumstances', 'decline_reason'),
  },
  setsUpdatedAt: true,
  exportedColumns: [
    ...(['uid', 'type', 'status', 'channel', 'property_uid', 'check_in_local'] as const),
    ...(['check_out_local', 'adult_count', 'children_count', 'infant_count'] as const),
    ...(['pet_count', 'external_booking_id', 'created_at', 'updated_at', 'deleted_at'] as const),
  ],
}

/** Map by table; referenced tables come before those that reference them. */
export const personalDataMap: Partial<Record<keyof Tables, PersonalTable>> = {
  guests,
  leads,
  extra_guests: {
    relation: 'leads',
    keyColumn: 'lead_uid',
    personal: nullColumns('first_name', 'last_name', 'email', 'age'),
    deletesRows: true,
    exportedColumns: ['lead_uid', 'position'],
  } satisfies TypedPersonalTable<Tables['extra_guests']>,
  former_emails: {
    relation: 'leads',
    keyColumn: 'lead_uid',
    personal: nullColumns('email_key'),
    deletesRows: true,
    exportedColumns: ['lead_uid', 'created_at'],
  } satisfies TypedPersonalTable<Tables['former_emails']>,
  lead_acts: {
    relation: 'leads',
    keyColumn: 'lead_uid',
    personal: nullColumns('details'),
    exportedColumns: ['lead_uid', 'act', 'created_at'],
  } satisfies TypedPersonalTable<Tables['lead_acts']>,
  payments: {
    relation: 'orders',
    keyColumn: 'order_uid',
    personal: nullColumns('notes'),
    exportedColumns: ['order_uid', 'type', 'status', 'amount', 'created_at'],
  } satisfies TypedPersonalTable<Tables['payments']>,
  order_adjustments: {
    relation: 'orders',
    keyColumn: 'order_uid',
    personal: nullColumns('note'),
    setsUpdatedAt: true,
    exportedColumns: ['order_uid', 'adjustment_type', 'amount', 'created_at'],
  } satisfies TypedPersonalTable<Tables['order_adjustments']>,
  owner_adjustments: {
    relation: 'leads',
    keyColumn: 'lead_uid',
    personal: nullColumns('description'),
    setsUpdatedAt: true,
    exportedColumns: ['lead_uid', 'created_at'],
  } satisfies TypedPersonalTable<Tables['owner_adjustments']>,
  jobs: {
    relation: 'leads',
    keyColumn: 'lead_uid',
    personal: nullColumns('notes'),
    setsUpdatedAt: true,
    exportedColumns: ['lead_uid', 'status', 'start_local', 'end_local'],
  } satisfies TypedPersonalTable<Tables['jobs']>,
  reviews: {
    relation: 'leads',
    keyColumn: 'lead_uid',
    personal: {
      ...{ author: '', content: '' },
      ...nullColumns('title', 'private_feedback', 'response'),
    },
    setsUpdatedAt: true,
    exportedColumns: ['lead_uid', 'rating', 'date', 'source', 'deleted_at'],
  } satisfies TypedPersonalTable<Tables['reviews']>,
  custom_data: {
    relation: 'leads',
    keyColumn: 'object_uid',
    personal: nullColumns('text'),
    deletesRows: true,
    exportedColumns: ['object_uid', 'field_uid', 'created_at'],
  } satisfies TypedPersonalTable<Tables['custom_data']>,
  tags: {
    relation: 'leads',
    keyColumn: 'object_uid',
    personal: nullColumns('tag'),
    deletesRows: true,
    exportedColumns: ['object_uid', 'created_at'],
  } satisfies TypedPersonalTable<Tables['tags']>,
  outbox_messages: {
    relation: 'messages',
    keyColumn: 'message_uid',
    personal: nullColumns('recipient', 'subject', 'text', 'file_names'),
    deletesRows: true,
    exportedColumns: null,
  } satisfies TypedPersonalTable<Tables['outbox_messages']>,
  message_attachments: {
    relation: 'messages',
    keyColumn: 'message_uid',
    personal: nullColumns('file_name'),
    deletesRows: true,
    exportedColumns: ['message_uid', 'uid', 'file_type', 'file_size'],
  } satisfies TypedPersonalTable<Tables['message_attachments']>,
  messages: {
    relation: 'threads',
    keyColumn: 'thread_uid',
    personal: { text: '', ...nullColumns('subject', 'failure_reason') },
    setsUpdatedAt: true,
    exportedColumns: ['uid', 'thread_uid', 'sender_type', 'type', 'status', 'created_at'],
  } satisfies TypedPersonalTable<Tables['messages']>,
  events: {
    relation: 'events',
    keyColumn: 'seq',
    personal: { payload: 'REDACTED', changes: 'REDACTED' },
    exportedColumns: null,
  } satisfies TypedPersonalTable<Tables['events']>,
  delivery_attempts: {
    relation: 'deliveries',
    keyColumn: 'delivery_uid',
    personal: nullColumns('response_headers', 'response_snippet', 'error_message'),
    exportedColumns: null,
  } satisfies TypedPersonalTable<Tables['delivery_attempts']>,
  idempotency_keys: {
    relation: 'replies',
    keyColumn: 'body',
    personal: { body: 'REDACTED' },
    exportedColumns: null,
  } satisfies TypedPersonalTable<Tables['idempotency_keys']>,
}
