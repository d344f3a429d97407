/** Webhooks of a run: their registration, and the events that have to reach them. */
import type { Query } from '../shared/query.ts'

export interface HookPlan {
  version: 'v2' | 'v3' | 'v3.1' | 'v3.2' | 'v3.3'
  eventType: string
  /** Names a stream at a receiver: client and path. */
  stream: string
  objectUid?: string
  form?: boolean
  extended?: boolean
}

/** Client that registers a webhook: an agency, or a partner with its grants. */
export interface Registrant {
  name: string
  agencyUid: string
  /** Uids of properties and multi-unit properties; null: all of the agency. */
  granted: readonly string[] | null
}

export interface Hook {
  uid: string
  plan: HookPlan
  registrant: Registrant
  secret: string
  /** Destination that receives its deliveries in order. */
  destination: string
  /** Positions in the log: events after the second must, up to the first must not, reach it. */
  since: readonly [never: number, always: number]
  /** Positions at its deletion: events after the second must not reach it, earlier ones may. */
  until: readonly [always: number, never: number] | null
  /** Ranges of skipped events, both ends included. */
  skipped: (readonly [number, number])[]
}

/** An event of the log, read from the database. */
export interface LoggedEvent {
  uid: string
  agencyUid: string
  seq: number
  type: string
  cause: string | null
  payload: Record<string, string>
  requestUid: string | null
}

/** Data besides the log that decides which webhooks an event matches. */
export interface Knowledge {
  /** Uids of multi-unit properties by unit type. */
  hotelByProperty: ReadonlyMap<string, string>
  /** Uids of requests that created a lead. */
  creations: ReadonlySet<string>
}

/** Event types that webhooks of v2 receive under another name (contract/events.md §3.4). */
const projected = ['NEW_HOLD', 'NEW_BOOKING_REQUEST']

/**
 * Returns whether an event matches a webhook's type, scope and grant: contract/events.md §2, §3.4.
 */
export function matches(
  { plan, registrant }: Hook,
  event: LoggedEvent,
  knowledge: Knowledge,
): boolean {
  if (event.agencyUid !== registrant.agencyUid) return false
  const type = plan.version === 'v2' ? legacyType(event, knowledge) : event.type
  if (type !== plan.eventType) return false
  const { property_uid: property = '', hotel_uid: hotel } = event.payload
  const objects = [property, hotel ?? knowledge.hotelByProperty.get(property)]
  if (plan.objectUid !== undefined && !objects.includes(plan.objectUid)) return false
  return registrant.granted?.some(uid => objects.includes(uid)) ?? true
}

function legacyType({ type, requestUid }: LoggedEvent, { creations }: Knowledge): string {
  if (!projected.includes(type)) return type
  return creations.has(String(requestUid)) ? 'NEW_INQUIRY' : 'BOOKING_UPDATED'
}

/** Returns whether a webhook must, may or must never receive an event that it matches. */
export function duty({ since, until, skipped }: Hook, { seq }: LoggedEvent): Duty {
  if (seq <= since[0] || (until !== null && seq > until[1])) return 'never'
  const isLeftOut = skipped.some(([first, last]) => first <= seq && seq <= last)
  return seq <= since[1] || isLeftOut || until !== null ? 'may' : 'must'
}

export type Duty = 'must' | 'may' | 'never'

/**
 * Returns the head of the log after all current writers have committed: later events are written by
 * statements that see everything committed before.
 */
export async function logHead(query: Query, agencyUid: string): Promise<number> {
  const sql = 'select last_seq from event_logs where agency_uid = $1 for no key update'
  const [row] = await query(sql, [agencyUid])
  return Number(row?.last_seq ?? 0)
}

/** Returns the key of deliveries that are sent in order: contract/events.md §8.4. */
export function orderingKey({ type, payload, agencyUid }: LoggedEvent): string {
  const { lead_uid: lead, property_uid: property, hotel_uid: hotel } = payload
  if (lead !== undefined && type !== 'PROPERTY_AVAILABILITY_UPDATED') return `lead:${lead}`
  if (property !== undefined) return `property:${property}`
  return hotel === undefined ? `agency:${agencyUid}` : `hotel:${hotel}`
}
