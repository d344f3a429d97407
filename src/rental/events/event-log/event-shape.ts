/** Events of the log on the wire: contract/events.md §10. */

import { withoutPersonal } from '../../../pending-events/changes.ts'
import { causes, eventTypes } from '../../../pending-events/event.ts'
import { utcText } from '../../../platform/dates/dates.ts'
import {
  count,
  listOf,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import type { AccessibleEvent, EventPage } from './accessible-events.ts'

const actorTypes = [
  'API_KEY',
  'PARTNER',
  'EMPLOYEE',
  'OWNER',
  'GUEST',
  'CHANNEL',
  'ICAL',
  'SYSTEM',
] as const

export const eventShape = shape('Event', {
  seq: count(),
  uid: uid(),
  eventType: named('EventType', oneOf(eventTypes)),
  agencyUid: uid(),
  createdUtcDateTime: utcDateTime(),
  eventVersion: count(),
  objectType: text(),
  objectUid: uid(),
  objectVersion: count(),
  previousObjectVersion: count(),
  cause: nullable(named('EventCause', oneOf(causes))),
  actor: Type.Object({ type: named('ActorType', oneOf(actorTypes)), uid: nullable(uid()) }),
  requestUid: nullable(uid()),
  payload: Type.Record(Type.String(), Type.String()),
  changes: Type.Record(Type.String(), Type.Array(Type.Unknown(), { minItems: 2, maxItems: 2 })),
})

export const eventPageShape = shape('EventPage', {
  events: listOf(eventShape, 1_000),
  _metadata: Type.Object({ count: count(), totalCount: Type.Null() }),
  nextAfter: count(),
  latestSeq: count(),
})

export function presentPage({ events, nextAfter, latestSeq }: EventPage) {
  return {
    events: events.map(presentEvent),
    _metadata: { count: events.length, totalCount: null },
    nextAfter,
    latestSeq,
  }
}

export function presentEvent(event: AccessibleEvent) {
  return {
    seq: event.seq,
    uid: event.uid,
    eventType: event.type,
    agencyUid: event.agency_uid,
    createdUtcDateTime: utcText(event.created_at),
    eventVersion: event.event_version,
    objectType: event.object_type,
    objectUid: event.object_uid,
    objectVersion: event.object_version,
    previousObjectVersion: event.previous_object_version,
    cause: event.cause,
    actor: { type: event.actor_type, uid: event.actor_uid },
    requestUid: event.request_uid,
    payload: event.payload,
    changes: event.personal ? event.changes : withoutPersonal(event.changes),
  }
}
