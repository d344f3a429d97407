/** Invalidation of cached queries by events: by the event's type and the uids of its payload. */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

export interface LiveEvent {
  seq: number
  eventType: string
  /** Uids by name: `lead_uid`, `property_uid`, … */
  payload: Record<string, string>
}

/**
 * Queries of the console, by the first part of their keys. An event of an unknown type invalidates
 * all of them.
 */
const allQueries = [
  ...(['calendar', 'properties', 'leads', 'lead', 'today'] as const),
  ...(['publish-checks', 'tasks', 'promo-codes', 'owners', 'reviews'] as const),
  ...(['fees', 'icals', 'property-channel-links', 'pin-codes', 'custom-data'] as const),
] as const

export type QueryName = (typeof allQueries)[number]

const queriesOfStays: QueryName[] = ['calendar', 'leads', 'lead', 'today']
const queriesOfOrders: QueryName[] = ['calendar', 'leads', 'lead', 'today']
const queriesOfProperties: QueryName[] = [
  'calendar',
  'properties',
  'publish-checks',
  'today',
  'fees',
]
const queriesOfNights: QueryName[] = ['calendar']
const queriesOfJobs: QueryName[] = ['calendar', 'lead', 'tasks', 'today']
const queriesOfMessages: QueryName[] = ['calendar', 'leads', 'lead', 'today']
const noQueries: QueryName[] = []

/**
 * Queries by prefix of the event type, longest prefix first. An empty list: no page depends on it.
 */
const queriesByPrefix: [prefix: string, QueryName[]][] = [
  ['NEW_PROPERTY', queriesOfProperties],
  ['UPDATED_PROPERTY', queriesOfProperties],
  ['DELETED_PROPERTY', queriesOfProperties],
  ['ACTIVATED_PROPERTY', queriesOfProperties],
  ['DEACTIVATED_PROPERTY', queriesOfProperties],
  ['HOTEL_UPDATED', queriesOfProperties],
  ['PROPERTY_AVAILABILITY_UPDATED', queriesOfNights],
  ['PRICING_UPDATED', ['calendar', 'publish-checks']],
  ['PROPERTY_OWNERSHIP_UPDATED', ['properties']],
  ['PROPERTY_CHANNEL_LINK_', ['properties', 'today', 'publish-checks', 'property-channel-links']],
  ['PROPERTY_ACCESS_', noQueries],
  ['NEW_INBOX_MESSAGE', queriesOfMessages],
  ['INBOX_THREAD_UPDATED', queriesOfMessages],
  ['MESSAGE_STATUS_UPDATED', ['lead']],
  ['NEW_', queriesOfStays],
  ['UNIT_CHANGED', queriesOfStays],
  ['BOOKING_', queriesOfStays],
  ['INQUIRY_UPDATED', queriesOfStays],
  ['LEAD_', queriesOfStays],
  ['BLOCK_DELETED', queriesOfStays],
  ['HOLD_', queriesOfStays],
  ['PRE_ARRIVAL_FORM_COMPLETED', ['lead', 'leads']],
  ['ORDER_', queriesOfOrders],
  ['TRANSACTION_CREATED', queriesOfOrders],
  ['PROMO_CODE_', ['promo-codes']],
  ['JOB_', queriesOfJobs],
  ['TAGS_UPDATED', ['properties', 'leads', 'lead']],
  ['OWNER_', ['owners']],
  ['REVIEW_', ['reviews']],
  ['ICAL_', ['properties', 'today', 'publish-checks', 'icals']],
  ['PINCODE_', ['lead', 'pin-codes']],
  ['CUSTOM_DATA_', ['lead', 'custom-data']],
  ['CHANNEL_', noQueries],
  ['INTEGRATION_', noQueries],
  ['DBS_UPDATED', ['properties']],
]

/** Returns the queries that an event type invalidates, or null for an unknown type. */
export function listInvalidatedQueries(type: string): readonly QueryName[] | null {
  return queriesByPrefix.find(([prefix]) => type.startsWith(prefix))?.[1] ?? null
}

/** Returns true if the cached data of a query depends on the object of an event. */
export function isInvalidatedBy(event: LiveEvent, key: QueryKey, data: unknown): boolean {
  const [name, uid] = key
  if (!(listInvalidatedQueries(event.eventType) ?? allQueries).includes(name as QueryName))
    return false
  const { lead_uid, property_uid, previous_property_uid } = event.payload
  if (name === 'lead') return lead_uid === undefined || uid === lead_uid
  if (name !== 'calendar' || property_uid === undefined || !isTile(data)) return true
  return [property_uid, previous_property_uid].some(
    other => other && data.nightsByProperty.has(other),
  )
}

function isTile(data: unknown): data is { nightsByProperty: Map<string, unknown> } {
  return typeof data === 'object' && data !== null && 'nightsByProperty' in data
}

const pauseMs = 150
const delayMaxMs = 500

/**
 * Running requests are not cancelled: frequent events would otherwise delay their result forever.
 */
const withoutCancel = { cancelRefetch: false } as const

/**
 * Collects events and invalidates their queries after a short pause (debounce), so a change with
 * many events causes one refetch. A query that was running is refetched once more when it ends.
 */
export class QueryInvalidator {
  readonly #client: QueryClient
  #pending: LiveEvent[] = []
  #firstAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient) {
    this.#client = client
  }

  add(event: LiveEvent): void {
    const now = Date.now()
    if (this.#pending.length === 0) this.#firstAt = now
    this.#pending.push(event)
    clearTimeout(this.#timer)
    const remainingMs = Math.max(0, this.#firstAt + delayMaxMs - now)
    this.#timer = setTimeout(() => this.#invalidate(), Math.min(pauseMs, remainingMs))
  }

  /** Invalidates every query, after a gap in the events. */
  invalidateAll(): void {
    this.#pending = []
    clearTimeout(this.#timer)
    void this.#client.invalidateQueries()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #invalidate(): void {
    const events = this.#pending
    this.#pending = []
    const predicate = ({ queryKey, state }: Query) =>
      events.some(event => isInvalidatedBy(event, queryKey, state.data))
    const runningQueries = this.#client
      .getQueryCache()
      .findAll({ predicate, fetchStatus: 'fetching' })
    void this.#client.invalidateQueries({ predicate }, withoutCancel)
    for (const { promise, queryKey } of runningQueries) {
      const refetch = () =>
        void this.#client.invalidateQueries({ queryKey, exact: true }, withoutCancel)
      promise?.then(refetch, refetch)
    }
  }
}
