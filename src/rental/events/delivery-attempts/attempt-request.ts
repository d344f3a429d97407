/** Body and headers of an attempt: contract/events.md §3.4, §5, §7.1. Pure. */
import { type Changes, withoutPersonal } from '../../../pending-events/changes.ts'
import { signatureHeaders } from '../webhook-secrets/sign.ts'

/** An event and the webhook that receives it. */
export interface Notification {
  event: DeliveredEvent
  webhook: {
    uid: string
    event_type: string
    webhook_type: string
    payload_format: string
  }
  shows_personal: boolean
}

export interface DeliveredEvent {
  uid: string
  seq: number | null
  event_version: number
  object_type: string
  object_uid: string
  object_version: number
  previous_object_version: number
  cause: string | null
  payload: Record<string, unknown>
  changes: Changes
  actor_type: string
  actor_uid: string | null
  request_uid: string | null
  created_at: Date | string
  /** True for a test of a webhook; `uid` is then the id of the test. */
  isTest?: boolean
}

/** Returns the body and its content type, in the format of the webhook (§3.4). */
export function buildBody(notification: Notification): { body: string; contentType: string } {
  const { event, webhook } = notification
  const fields: Record<string, unknown> = { ...event.payload, event_type: webhook.event_type }
  if (webhook.payload_format === 'EXTENDED') Object.assign(fields, extension(notification))
  if (webhook.webhook_type === 'POST_FORM') {
    const pairs = Object.entries(fields).map(([key, value]) => [key, formText(value)])
    const contentType = 'application/x-www-form-urlencoded; charset=utf-8'
    return { body: new URLSearchParams(pairs as [string, string][]).toString(), contentType }
  }
  return { body: JSON.stringify(fields), contentType: 'application/json' }
}

/** Returns the fields that EXTENDED adds, without those that do not apply. */
function extension({ event, shows_personal }: Notification): Record<string, unknown> {
  const fields = {
    event_uid: event.uid,
    event_seq: event.seq,
    event_version: event.event_version,
    event_time: new Date(event.created_at).toISOString(),
    object_type: event.object_type,
    object_uid: event.object_uid,
    object_version: event.object_version,
    previous_object_version: event.previous_object_version,
    cause: event.cause,
    actor_type: event.actor_type,
    actor_uid: event.actor_uid,
    request_uid: event.request_uid,
    changes: shows_personal ? event.changes : withoutPersonal(event.changes),
    test: event.isTest ? true : null,
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

function formText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Flags of an attempt in its headers. */
export interface AttemptFlags {
  /** Attempt number, starting at 1. */
  number: number
  isLate: boolean
  isReplay: boolean
}

/** Returns the headers of an attempt. The newest secret signs first. */
export function buildHeaders(
  { event, webhook }: Notification,
  { body, contentType }: ReturnType<typeof buildBody>,
  { secrets, at, flags }: { secrets: string[]; at: Date; flags: AttemptFlags },
): Record<string, string> {
  const optional = {
    'x-lodgepole-seq': event.seq,
    'x-lodgepole-cause': event.cause,
    'x-lodgepole-late': flags.isLate ? 1 : null,
    'x-lodgepole-replay': flags.isReplay ? 1 : null,
    'x-lodgepole-test': event.isTest ? 1 : null,
  }
  const applicable = Object.entries(optional).filter(([, value]) => value !== null)
  return {
    'content-type': contentType,
    ...signatureHeaders({ id: event.uid, at, body, secrets }),
    'x-lodgepole-event-version': String(event.event_version),
    'x-lodgepole-object': `${event.object_type.toLowerCase()}:${event.object_uid}`,
    'x-lodgepole-object-version': String(event.object_version),
    'x-lodgepole-previous-object-version': String(event.previous_object_version),
    'x-lodgepole-webhook-uid': webhook.uid,
    'x-lodgepole-attempt': String(flags.number),
    ...Object.fromEntries(applicable.map(([name, value]) => [name, String(value)])),
  }
}
