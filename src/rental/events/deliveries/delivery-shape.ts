/** Deliveries and their attempts on the wire: contract/events.md §9.14. */
import type { Selectable } from 'kysely'
import { utcText, utcTextOrNull } from '../../../platform/dates/dates.ts'
import { outcomes } from '../../../platform/http/http-outcome.ts'
import {
  count,
  integer,
  integerMax,
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
import type { DeliveryAttemptsTable } from '../../tables.ts'
import { maskedUrl } from '../webhook-registration/read-callback-url.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { LoggedDelivery } from './delivery-log.sql.ts'
import { deliveryStatuses } from './retry-schedule.ts'

const textMax = 1_000_000

export const delivery = shape('Delivery', {
  uid: uid(),
  webhookUid: uid(),
  eventUid: uid(),
  eventSeq: nullable(integer(1, Number.MAX_SAFE_INTEGER)),
  eventType: text(),
  status: named('DeliveryStatus', oneOf(deliveryStatuses)),
  replayOf: nullable(uid()),
  attemptCount: count(),
  nextAttemptUtcDateTime: nullable(utcDateTime()),
  createdUtcDateTime: utcDateTime(),
  completedUtcDateTime: nullable(utcDateTime()),
  lastResponseStatus: nullable(integer(100, 999)),
  callbackUrl: text({ max: 2_048 }),
})

export const attempt = shape('DeliveryAttempt', {
  number: count(),
  startedUtcDateTime: utcDateTime(),
  durationMs: integer(0, integerMax),
  outcome: named('AttemptOutcome', oneOf(outcomes)),
  responseStatus: nullable(integer(100, 999)),
  responseHeaders: Type.Record(Type.String(), Type.String()),
  responseBodySnippet: nullable(text({ max: textMax })),
  errorMessage: nullable(text({ max: textMax })),
})

export const deliveryDetails = shape('DeliveryDetails', {
  ...delivery.properties,
  requestBody: text({ max: textMax }),
  attempts: listOf(attempt),
})

export function presentDelivery(
  row: LoggedDelivery,
  webhook: Pick<Webhook, 'callback_url' | 'userinfo_sealed'>,
) {
  const isOpen = row.completed_at === null
  return {
    uid: row.uid,
    webhookUid: row.webhook_uid,
    eventUid: row.event_uid,
    eventSeq: row.seq === null ? null : Number(row.seq),
    eventType: row.event_type,
    status: row.status,
    replayOf: row.replay_of,
    attemptCount: row.attempt_count,
    nextAttemptUtcDateTime: isOpen && row.due_at instanceof Date ? utcText(row.due_at) : null,
    createdUtcDateTime: utcText(row.created_at),
    completedUtcDateTime: utcTextOrNull(row.completed_at),
    lastResponseStatus: row.last_response_status,
    callbackUrl:
      row.callback_url === null
        ? maskedUrl(webhook.callback_url, webhook.userinfo_sealed !== null)
        : maskedUrl(row.callback_url, row.has_userinfo),
  }
}

export function presentAttempt(row: Selectable<DeliveryAttemptsTable>) {
  return {
    number: row.number,
    startedUtcDateTime: utcText(row.started_at),
    durationMs: row.duration_ms,
    outcome: row.outcome,
    responseStatus: row.response_status,
    responseHeaders: row.response_headers ?? {},
    responseBodySnippet: row.response_snippet,
    errorMessage: row.error_message,
  }
}
