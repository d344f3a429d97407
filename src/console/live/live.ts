/** Which reads an event makes stale: by its type, and by what its payload names. */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'

export interface LiveEvent {
  seq: number
  eventType: string
  /** What it names: `lead_uid`, `property_uid`, … */
  payload: Record<string, string>
}

/** The reads of the console, by the first part of their keys. */
export type Read = 'calendar' | 'houses' | 'leads' | 'lead' | 'today'

const stay: Read[] = ['calendar', 'leads', 'lead', 'today']
const order: Read[] = ['calendar', 'leads', 'lead', 'today']
const house: Read[] = ['calendar', 'houses', 'today']
const nights: Read[] = ['calendar']
const job: Read[] = ['calendar', 'lead', 'today']
const inbox: Read[] = ['calendar', 'leads', 'lead', 'today']
const nothing: Read[] = []

/** By what a type begins with, the longest first. Nothing shown depends on the empty ones. */
const reads: [prefix: string, Read[]][] = [
  ['NEW_PROPERTY', house],
  ['UPDATED_PROPERTY', house],
  ['DELETED_PROPERTY', house],
  ['ACTIVATED_PROPERTY', house],
  ['DEACTIVATED_PROPERTY', house],
  ['HOTEL_UPDATED', house],
  ['PROPERTY_AVAILABILITY_UPDATED', nights],
  ['PRICING_UPDATED', nights],
  ['PROPERTY_OWNERSHIP_UPDATED', nothing],
  ['PROPERTY_CHANNEL_LINK_', ['today']],
  ['PROPERTY_ACCESS_', nothing],
  ['NEW_INBOX_MESSAGE', inbox],
  ['INBOX_THREAD_UPDATED', inbox],
  ['MESSAGE_STATUS_UPDATED', ['lead']],
  ['NEW_', stay],
  ['UNIT_CHANGED', stay],
  ['BOOKING_', stay],
  ['INQUIRY_UPDATED', stay],
  ['LEAD_', stay],
  ['BLOCK_DELETED', stay],
  ['HOLD_', stay],
  ['PRE_ARRIVAL_FORM_COMPLETED', ['lead', 'leads']],
  ['ORDER_', order],
  ['TRANSACTION_CREATED', order],
  ['PROMO_CODE_', nothing],
  ['JOB_', job],
  ['TAGS_UPDATED', ['houses', 'leads', 'lead']],
  ['OWNER_', nothing],
  ['REVIEW_', nothing],
  ['ICAL_', ['today']],
  ['PINCODE_', ['lead']],
  ['CUSTOM_DATA_', ['lead']],
  ['CHANNEL_', nothing],
  ['INTEGRATION_', nothing],
  ['DBS_UPDATED', nothing],
]

/** The reads that a type makes stale; null: nobody has said. */
export function readsOf(type: string): readonly Read[] | null {
  return reads.find(([prefix]) => type.startsWith(prefix))?.[1] ?? null
}

/** A type that is not known may have changed anything. */
const all: readonly Read[] = ['calendar', 'houses', 'leads', 'lead', 'today']

/** Whether a read shows what an event has changed. */
export function isStaleBy(event: LiveEvent, key: QueryKey, shown: unknown): boolean {
  const [read, what] = key
  if (!(readsOf(event.eventType) ?? all).includes(read as Read)) return false
  const { lead_uid, property_uid, previous_property_uid } = event.payload
  if (read === 'lead') return lead_uid === undefined || what === lead_uid
  if (read !== 'calendar' || property_uid === undefined || !isTile(shown)) return true
  return [property_uid, previous_property_uid].some(uid => uid && shown.nightsOf.has(uid))
}

function isTile(shown: unknown): shown is { nightsOf: Map<string, unknown> } {
  return typeof shown === 'object' && shown !== null && 'nightsOf' in shown
}

const quietMs = 150
const mostMs = 500

/** What is being read goes on, so that events that keep coming do not keep it from being shown. */
const goesOn = { cancelRefetch: false } as const

/**
 * Takes events, and reads anew what they have made stale once no other came for a moment: many
 * events of one change are one read. What was being read just then is read once more afterwards.
 */
export class Refresher {
  readonly #client: QueryClient
  #waiting: LiveEvent[] = []
  #firstAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient) {
    this.#client = client
  }

  take(event: LiveEvent): void {
    const now = Date.now()
    if (this.#waiting.length === 0) this.#firstAt = now
    this.#waiting.push(event)
    clearTimeout(this.#timer)
    const left = Math.max(0, this.#firstAt + mostMs - now)
    this.#timer = setTimeout(() => this.#refresh(), Math.min(quietMs, left))
  }

  /** Reads everything anew: nobody knows what has changed. */
  takeAll(): void {
    this.#waiting = []
    clearTimeout(this.#timer)
    void this.#client.invalidateQueries()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #refresh(): void {
    const events = this.#waiting
    this.#waiting = []
    const predicate = ({ queryKey, state }: Query) =>
      events.some(event => isStaleBy(event, queryKey, state.data))
    const underWay = this.#client.getQueryCache().findAll({ predicate, fetchStatus: 'fetching' })
    void this.#client.invalidateQueries({ predicate }, goesOn)
    for (const { promise, queryKey } of underWay) {
      const again = () => void this.#client.invalidateQueries({ queryKey, exact: true }, goesOn)
      promise?.then(again, again)
    }
  }
}
