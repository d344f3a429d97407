import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Credential } from '../../access/agencies/caller.ts'
import type { Changes } from './changes.ts'
import { type Audience, type Cause, type EventType, kindOf, type PayloadKey } from './event.ts'
import type { Keys } from './pending-event.ts'

/** What an act says of an event. */
export interface NewEvent {
  agencyUid: string
  type: EventType
  /** What is told beside the agency and the type; what does not apply is null or left out. */
  keys: Partial<Record<PayloadKey, string | null | undefined>>
  /** The object that it is about was made by this act. */
  isNew?: boolean
  changes?: Changes
  /** Why the calendar changed, of PROPERTY_AVAILABILITY_UPDATED. */
  cause?: Cause
  /** What webhooks of v2 are told instead (contract/events.md §3.4); null: nothing. */
  legacyType?: EventType | null
  /** Whose access changed, of the events of contract/events.md §3.3. */
  partnerUid?: string
}

/** What is needed to say who did what. */
export type Telling = Pick<Context, 'db' | 'caller' | 'clock' | 'pending' | 'requestUid'>

/**
 * Tells that something has happened, within the transaction in which it does: the event commits
 * with it, gets the next position in the agency's log, and a delivery to every webhook that wants
 * it (contract/events.md §6.1). Told twice in a transaction, it is one event.
 *
 * @throws Error outside of a transaction
 */
export function recordEvent(ctx: Telling, event: NewEvent): void {
  if (!ctx.db.isTransaction) throw new Error(`${event.type} is recorded outside of a transaction`)
  const { type, agencyUid, legacyType = type, partnerUid = null, cause = null } = event
  const keys = orderedKeys(event)
  ctx.pending.put({
    uid: newUid(ctx.clock.now().getTime()),
    agencyUid,
    type,
    legacyType,
    ...objectOf(event),
    isNew: event.isNew ?? false,
    audience: audienceOf(type, keys),
    partnerUid,
    cause,
    keys,
    changes: event.changes ?? {},
    actor: actorOf(ctx.caller.credential),
    requestUid: ctx.requestUid,
  })
}

/** What applies of the keys, in the order of the catalogue. */
function orderedKeys({ type, keys }: NewEvent): Keys {
  const names = kindOf(type).keys.map(name => name.replace('?', '') as PayloadKey)
  return Object.fromEntries(names.flatMap(name => (keys[name] == null ? [] : [[name, keys[name]]])))
}

function objectOf({ type, keys, agencyUid }: NewEvent) {
  const { object } = kindOf(type)
  if (object === 'TAGS') {
    return keys.lead_uid
      ? { objectType: 'LEAD', objectUid: keys.lead_uid }
      : { objectType: 'PROPERTY', objectUid: keys.property_uid! }
  }
  const uid = keys[`${object.toLowerCase()}_uid` as PayloadKey]
  return uid
    ? { objectType: object, objectUid: uid }
    : { objectType: 'AGENCY', objectUid: agencyUid }
}

/** What belongs to no property concerns no partner, unless it is for all that were granted some. */
function audienceOf(type: EventType, keys: Keys): Audience {
  const { audience } = kindOf(type)
  if (audience === 'PROPERTY' && !keys.property_uid) return 'AGENCY'
  return audience === 'GRANTEES' && keys.property_uid ? 'PROPERTY' : audience
}

export const actorTypes: Record<Credential['kind'], string> = {
  AGENCY_KEY: 'API_KEY',
  ACCESS_TOKEN: 'PARTNER',
  PARTNER_KEY: 'PARTNER',
  CLIENT_SECRET: 'PARTNER',
  EMPLOYEE: 'EMPLOYEE',
  ICAL: 'ICAL',
  SYSTEM: 'SYSTEM',
}

function actorOf({ kind, uid }: Credential) {
  return { type: actorTypes[kind], uid }
}
