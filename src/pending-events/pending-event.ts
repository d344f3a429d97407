/** Events that are emitted but not yet written, and their merging. Pure. */
import { type Changes, combineChanges } from './changes.ts'
import { type Audience, type Cause, causes, type EventType, type PayloadKey } from './event.ts'

export interface PendingEvent {
  uid: string
  agencyUid: string
  type: EventType
  /**
   * Type for webhooks of v2, which may differ (contract/events.md §3.4); null: v2 gets no event.
   */
  legacyType: EventType | null
  objectType: string
  objectUid: string
  isNew: boolean
  audience: Audience
  /** Partner whose access changed; null for other events. */
  partnerUid: string | null
  cause: Cause | null
  /** Webhook payload in addition to agency and type, in the order of the catalogue. */
  keys: Keys
  changes: Changes
  actor: { type: string; uid: string | null }
  requestUid: string | null
}

export type Keys = Partial<Record<PayloadKey, string>>

/** Keys that distinguish topics, except of {@link topicObjects}. */
const topicKeys = ['lead_uid', 'property_uid', 'unit_uid', 'message_uid', 'owner_uid'] as const

/** Objects whose uid identifies the topic. Their other keys, such as the property, may change. */
const topicObjects = new Set(['LEAD', 'ORDER'])

/**
 * Returns the key by which events of a transaction are merged: the type and the affected objects.
 */
export function eventTopic({ keys, ...event }: PendingEvent): string {
  const { agencyUid, type, objectType, objectUid, partnerUid } = event
  const otherUids = topicObjects.has(objectType) ? [] : topicKeys.map(key => keys[key])
  return [agencyUid, type, objectUid, partnerUid, ...otherUids].join(' ')
}

/** Keys with a former and a new value. Events cancel each other out if the former value is back. */
const beforeAndAfter = [
  ['previous_status', 'status'],
  ['previous_property_uid', 'property_uid'],
] as const

/**
 * Merges two events of one topic, keeping the uid of the earlier; null: they cancel each other out.
 */
export function mergeEvents(earlier: PendingEvent, later: PendingEvent): PendingEvent | null {
  const changes = combineChanges(earlier.changes, later.changes)
  const keys = { ...later.keys }
  for (const [before, after] of beforeAndAfter) {
    const previous = earlier.keys[before]
    if (previous === undefined) continue
    if (previous === keys[after]) return null
    keys[before] = previous
  }
  const cause = strongerCause(earlier.cause, later.cause)
  const { uid, isNew, legacyType } = earlier
  return { ...later, uid, isNew, legacyType, changes, keys, cause }
}

function strongerCause(a: Cause | null, b: Cause | null): Cause | null {
  if (a === null || b === null) return a ?? b
  return causes.indexOf(a) <= causes.indexOf(b) ? a : b
}
