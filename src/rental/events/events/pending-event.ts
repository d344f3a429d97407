/** An event that is told but not yet written, and what becomes of two about one thing. Pure. */
import { type Changes, combined } from './changes.ts'
import { type Audience, type Cause, causes, type EventType, type PayloadKey } from './event.ts'

export interface PendingEvent {
  uid: string
  agencyUid: string
  type: EventType
  /** What webhooks of v2 are told instead; null: nothing. */
  legacyType: EventType | null
  objectType: string
  objectUid: string
  /** The object was made in this transaction. */
  isNew: boolean
  audience: Audience
  /** Whose access changed. */
  partnerUid: string | null
  cause: Cause | null
  /** What webhooks are sent beside the agency and the type, in the order of the catalogue. */
  keys: Keys
  changes: Changes
  actor: { type: string; uid: string | null }
  requestUid: string | null
}

export type Keys = Partial<Record<PayloadKey, string>>

/** The keys that say what else an event is about than its object. */
const furtherKeys = ['lead_uid', 'property_uid', 'unit_uid', 'message_uid', 'owner_uid'] as const

/** Where a lead is may change, and with it all other keys; it is the same lead all the time. */
const standAlone = new Set(['LEAD', 'ORDER'])

/** What makes two events of a transaction one: the type and what it is about. */
export function topicOf({ keys, ...event }: PendingEvent): string {
  const { agencyUid, type, objectType, objectUid, partnerUid } = event
  const further = standAlone.has(objectType) ? [] : furtherKeys.map(key => keys[key])
  return [agencyUid, type, objectUid, partnerUid, ...further].join(' ')
}

const beforeAndAfter = [
  ['previous_status', 'status'],
  ['previous_property_uid', 'property_uid'],
] as const

/** Two events of one topic as one, told where the first stood; null: they undo each other. */
export function coalesced(first: PendingEvent, second: PendingEvent): PendingEvent | null {
  const changes = combined(first.changes, second.changes)
  const keys = { ...second.keys }
  for (const [before, after] of beforeAndAfter) {
    const previous = first.keys[before]
    if (previous === undefined) continue
    if (previous === keys[after]) return null
    keys[before] = previous
  }
  const cause = weightier(first.cause, second.cause)
  const { uid, isNew, legacyType } = first
  return { ...second, uid, isNew, legacyType, changes, keys, cause }
}

function weightier(a: Cause | null, b: Cause | null): Cause | null {
  if (a === null || b === null) return a ?? b
  return causes.indexOf(a) <= causes.indexOf(b) ? a : b
}
