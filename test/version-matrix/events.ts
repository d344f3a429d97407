/** Event types by version of the webhook: contract/versions.md §7. */
import { type EventType, eventTypes } from '../../src/pending-events/event.ts'
import type { Row } from './row.ts'

export interface EventRow extends Row {
  types: EventType[]
}

const named: EventRow[] = [
  {
    mentions: 'NEW_INQUIRY, NEW_BOOKING,',
    columns: 'x|x|x|x|x',
    types: [
      'NEW_INQUIRY',
      'NEW_BOOKING',
      'NEW_BLOCKED_DATES',
      'BOOKING_UPDATED',
      'BOOKING_CANCELLED',
    ],
  },
  {
    mentions: 'NEW_PROPERTY, UPDATED_PROPERTY',
    columns: 'x|x|x|x|x',
    types: [
      ...(['NEW_PROPERTY', 'UPDATED_PROPERTY', 'DELETED_PROPERTY'] as const),
      ...(['ACTIVATED_PROPERTY', 'DEACTIVATED_PROPERTY'] as const),
    ],
  },
  {
    mentions: 'PINCODE_CREATED, PINCODE_DELETED',
    columns: 'x|x|x|x|x',
    types: ['PINCODE_CREATED', 'PINCODE_DELETED'],
  },
  { mentions: 'NEW_INBOX_MESSAGE', columns: 'x|x|x|x|x', types: ['NEW_INBOX_MESSAGE'] },
  {
    mentions: 'CHANNEL_ACTIVATED / _DEACTIVATED',
    columns: 'x|x|x|x|x',
    types: [
      ...(['CHANNEL_ACTIVATED', 'CHANNEL_DEACTIVATED'] as const),
      ...(['INTEGRATION_ACTIVATED', 'INTEGRATION_DEACTIVATED'] as const),
    ],
  },
  {
    mentions: 'NEW_HOLD, NEW_BOOKING_REQUEST',
    columns: '–|x|x|x|x',
    types: ['NEW_HOLD', 'NEW_BOOKING_REQUEST'],
  },
  { mentions: 'UNIT_CHANGED', columns: '–|–|x|x|x', types: ['UNIT_CHANGED'] },
  {
    mentions: 'PROPERTY_AVAILABILITY_UPDATED',
    columns: 'x|x|x|x|x',
    types: ['PROPERTY_AVAILABILITY_UPDATED', 'PINCODE_UPDATED'],
  },
  {
    mentions: 'HOTEL_UPDATED, INBOX_THREAD_UPDATED',
    columns: '–|–|–|–|x',
    types: [
      ...(['HOTEL_UPDATED', 'INBOX_THREAD_UPDATED', 'CUSTOM_DATA_CREATED'] as const),
      ...(['CUSTOM_DATA_UPDATED', 'CUSTOM_DATA_DELETED'] as const),
    ],
  },
  {
    mentions: 'LEAD_DATES_CHANGED, LEAD_PROPERTY_CHANGED',
    columns: '–|x|x|x|x',
    types: [
      ...(['LEAD_DATES_CHANGED', 'LEAD_PROPERTY_CHANGED', 'LEAD_SOFT_DELETED'] as const),
      ...(['BLOCK_DELETED', 'HOLD_CANCELLED'] as const),
    ],
  },
]

const isNamed = new Set(named.flatMap(({ types }) => types))

export const events: EventRow[] = [
  ...named,
  {
    mentions: 'PROPERTY_ACCESS_GRANTED / _REVOKED and all others',
    columns: '–|–|–|–|x',
    types: eventTypes.filter(type => !isNamed.has(type)),
  },
]
