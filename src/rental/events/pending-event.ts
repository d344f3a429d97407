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

/** What makes two events of a transaction one: the type and what it is about. */
export function topicOf({ agencyUid, type, objectUid, partnerUid, keys }: PendingEvent): string {
  return [agencyUid, type, objectUid, keys.lead_uid, keys.property_uid, partnerUid].join(' ')
}

/** Two events of one topic as one, told where the first stood; null: they undo each other. */
export function coalesced(first: PendingEvent, second: PendingEvent): PendingEvent | null {
  const changes = combined(first.changes, second.changes)
  const keys = { ...second.keys }
  const previous = first.keys.previous_status
  if (previous !== undefined) keys.previous_status = previous
  if (previous !== undefined && previous === keys.status) return null
  const cause = weightier(first.cause, second.cause)
  const { uid, isNew, legacyType } = first
  return { ...second, uid, isNew, legacyType, changes, keys, cause }
}

function weightier(a: Cause | null, b: Cause | null): Cause | null {
  if (a === null || b === null) return a ?? b
  return causes.indexOf(a) <= causes.indexOf(b) ? a : b
}
