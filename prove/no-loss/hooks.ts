/** The webhooks of a run: how they were registered, and which events have to reach them. */
import type { Ask } from '../shared/ask.ts'

/** What a webhook is registered with. */
export interface HookPlan {
  version: 'v2' | 'v3' | 'v3.1' | 'v3.2' | 'v3.3'
  eventType: string
  /** Names a stream at a receiver: client and path. */
  stream: string
  objectUid?: string
  form?: boolean
  extended?: boolean
}

/** Who registers it: an agency, or a partner with what is granted to it. */
export interface Registrant {
  name: string
  agencyUid: string
  /** Properties and multi-unit properties; null: everything. */
  granted: readonly string[] | null
}

/** A webhook that was registered. */
export interface Hook {
  uid: string
  plan: HookPlan
  registrant: Registrant
  secret: string
  /** What receives its deliveries in their order. */
  destination: string
  /** Positions in the log: events after the second must, up to the first must not, reach it. */
  since: readonly [never: number, always: number]
  /** Once it was deleted: events after the second must not reach it, those before may. */
  until: readonly [always: number, never: number] | null
  /** Events that were left out by choice, each range with both its ends. */
  skipped: (readonly [number, number])[]
}

/** An event of the log, read past the server. */
export interface LoggedEvent {
  uid: string
  agencyUid: string
  seq: number
  type: string
  cause: string | null
  payload: Record<string, string>
  requestUid: string | null
}

/** What the proof knows beside the log. */
export interface Knowledge {
  /** Unit types, each with its multi-unit property. */
  hotelOf: ReadonlyMap<string, string>
  /** Requests that have made a lead. */
  creations: ReadonlySet<string>
}

/** What webhooks of v2 are told instead (contract/events.md §3.4). */
const projected = ['NEW_HOLD', 'NEW_BOOKING_REQUEST']

/** Whether an event is of a webhook's type, scope and grant: contract/events.md §2, §3.4. */
export function matches({ plan, registrant }: Hook, event: LoggedEvent, known: Knowledge): boolean {
  if (event.agencyUid !== registrant.agencyUid) return false
  const type = plan.version === 'v2' ? legacyType(event, known) : event.type
  if (type !== plan.eventType) return false
  const { property_uid: property = '', hotel_uid: hotel } = event.payload
  const objects = [property, hotel ?? known.hotelOf.get(property)]
  if (plan.objectUid !== undefined && !objects.includes(plan.objectUid)) return false
  return registrant.granted?.some(uid => objects.includes(uid)) ?? true
}

function legacyType({ type, requestUid }: LoggedEvent, { creations }: Knowledge): string {
  if (!projected.includes(type)) return type
  return creations.has(String(requestUid)) ? 'NEW_INQUIRY' : 'BOOKING_UPDATED'
}

/** Whether a webhook must, may or must never be told of an event that it matches. */
export function duty({ since, until, skipped }: Hook, { seq }: LoggedEvent): Duty {
  if (seq <= since[0] || (until !== null && seq > until[1])) return 'never'
  const isLeftOut = skipped.some(([first, last]) => first <= seq && seq <= last)
  return seq <= since[1] || isLeftOut || until !== null ? 'may' : 'must'
}

export type Duty = 'must' | 'may' | 'never'

/**
 * How far a log is, once whoever writes on it now has committed: what comes later is written by
 * statements that see everything that was committed before.
 */
export async function logHead(ask: Ask, agencyUid: string): Promise<number> {
  const sql = 'select last_seq from event_logs where agency_uid = $1 for no key update'
  const [row] = await ask(sql, [agencyUid])
  return Number(row?.last_seq ?? 0)
}

/** What is sent in order: contract/events.md §8.4. */
export function orderingKey({ type, payload, agencyUid }: LoggedEvent): string {
  const { lead_uid: lead, property_uid: property, hotel_uid: hotel } = payload
  if (lead !== undefined && type !== 'PROPERTY_AVAILABILITY_UPDATED') return `lead:${lead}`
  if (property !== undefined) return `property:${property}`
  return hotel === undefined ? `agency:${agencyUid}` : `hotel:${hotel}`
}
