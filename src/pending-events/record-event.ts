import type { Context } from '../context.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { newUid } from '../platform/uid.ts'
import type { Credential } from '../rental/access/agencies/caller.ts'
import type { Changes } from './changes.ts'
import { type Audience, type Cause, type EventType, eventKind, type PayloadKey } from './event.ts'
import type { Keys } from './pending-event.ts'

export interface NewEvent {
  agencyUid: string
  type: EventType
  /** Payload in addition to agency and type. Keys that do not apply are null or omitted. */
  keys: Partial<Record<PayloadKey, string | null | undefined>>
  isNew?: boolean
  changes?: Changes
  /** Reason of a calendar change, for PROPERTY_AVAILABILITY_UPDATED. */
  cause?: Cause
  /** Type for webhooks of v2 (contract/events.md §3.4); null: they get none. */
  legacyType?: EventType | null
  /** Partner whose access changed, for the events of contract/events.md §3.3. */
  partnerUid?: string
}

/** Context of an event: the transaction, the actor and the request. */
export type EventContext = Pick<Context, 'db' | 'caller' | 'clock' | 'pending' | 'requestUid'>

/**
 * Emits an event within the transaction that makes the change. It commits with the change, gets the
 * next position in the agency's log, and a delivery to every webhook that subscribes to it
 * (contract/events.md §6.1). Events of the same type and object are merged.
 *
 * @throws Error outside of a transaction
 */
export function recordEvent(ctx: EventContext, event: NewEvent): void {
  if (!ctx.db.isTransaction)
    throw new OperatorError(`${event.type} is recorded outside of a transaction`)
  const { type, agencyUid, legacyType = type, partnerUid = null, cause = null } = event
  const keys = orderedKeys(event)
  ctx.pending.put({
    uid: newUid(ctx.clock.now().getTime()),
    agencyUid,
    type,
    legacyType,
    ...eventObject(event),
    isNew: event.isNew ?? false,
    audience: eventAudience(type, keys),
    partnerUid,
    cause,
    keys,
    changes: event.changes ?? {},
    actor: eventActor(ctx.caller.credential),
    requestUid: ctx.requestUid,
  })
}

/** Returns the keys that apply, in the order of the catalogue. */
function orderedKeys({ type, keys }: NewEvent): Keys {
  const keyNames = eventKind(type).keys.map(name => name.replace('?', '') as PayloadKey)
  return Object.fromEntries(
    keyNames.flatMap(name => (keys[name] == null ? [] : [[name, keys[name]]])),
  )
}

function eventObject({ type, keys, agencyUid }: NewEvent) {
  const { object } = eventKind(type)
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

/**
 * Selects the audience. Events without a property go to no partner, unless all grantees receive
 * them.
 */
function eventAudience(type: EventType, keys: Keys): Audience {
  const { audience } = eventKind(type)
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

function eventActor({ kind, uid }: Credential) {
  return { type: actorTypes[kind], uid }
}
