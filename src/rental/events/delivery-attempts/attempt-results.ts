/** Rows that record attempts: contract/events.md §8.1, §9.14. */
import type { Attempt } from '../../../platform/http/http-client.ts'
import { toSnippet } from '../../../platform/http/http-outcome.ts'
import type { FinishedDelivery } from '../deliveries/deliveries.ts'
import { nextAttempt } from '../deliveries/retry-schedule.ts'
import type { HealthSample } from '../webhook-states/webhook-health.sql.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/** An attempt that has ended and is not recorded yet. */
export interface AttemptResult {
  delivery: ClaimedDelivery
  attempt: Attempt
}

const goneStatus = 410

/** Error of an attempt whose request could not be built, which is no failure of the receiver. */
const unsentText = 'The request could not be sent'

/**
 * Returns the new state of a delivery after an attempt.
 *
 * @param canDisable whether the transaction disables a webhook whose receiver responded with 410
 */
export function toFinishedDelivery(
  { delivery, attempt }: AttemptResult,
  { retryScale, canDisable }: { retryScale: number; canDisable: boolean },
): FinishedDelivery {
  const { uid, number } = delivery
  const { outcome, startedAt, retryAfter } = attempt
  const endedAt = new Date(startedAt.getTime() + attempt.durationMs)
  const isDelivered = outcome === 'SUCCESS'
  const failure = { number, endedAt, retryAfter, scale: retryScale, chance: Math.random() }
  // A delivery that got status 410 stays open, even after its last attempt: it is held when its
  // webhook is disabled.
  const isHeld = attempt.status === goneStatus && canDisable
  const dueAt = isDelivered ? null : isHeld ? endedAt : nextAttempt(failure)
  return {
    uid,
    number,
    status: isDelivered ? 'DELIVERED' : dueAt === null ? 'EXHAUSTED' : 'RETRYING',
    due_at: dueAt,
    ...toAttemptRow(attempt),
  }
}

/** Returns the columns of `delivery_attempts` for an attempt. */
export function toAttemptRow(attempt: Attempt) {
  return {
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    outcome: attempt.outcome,
    response_status: attempt.status,
    response_headers: attempt.headers,
    response_snippet: attempt.status === null ? null : toSnippet(attempt.body),
    error_message: attempt.errorMessage,
  }
}

/**
 * Returns the effect of an attempt on the health of its webhook: none if the delivery was sent to
 * another URL (contract/events.md §9.13), or if this server could not build the request.
 */
export function toHealthSamples({ delivery, attempt }: AttemptResult): HealthSample[] {
  if (delivery.target.isOther || attempt.errorMessage === unsentText) return []
  const { outcome, status, startedAt } = attempt
  const succeeded = outcome === 'SUCCESS'
  return [{ webhookUid: delivery.webhook.uid, succeeded, startedAt, isGone: status === goneStatus }]
}

/** Returns the attempt of a request that could not be built, as when no key decrypts a secret. */
export function failedAttempt(startedAt: Date): Attempt {
  return {
    outcome: 'CONNECTION_ERROR',
    startedAt,
    durationMs: 0,
    status: null,
    headers: {},
    body: Buffer.alloc(0),
    isBodyComplete: true,
    retryAfter: null,
    errorMessage: unsentText,
  }
}
