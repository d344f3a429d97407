/** Rows that record attempts: contract/events.md §8.1, §9.14. */
import type { Attempt } from '../../../platform/http/http-client.ts'
import { snippetOf } from '../../../platform/http/http-outcome.ts'
import type { Finished } from '../deliveries/deliveries.ts'
import { nextAttempt } from '../deliveries/retry-schedule.ts'
import type { Showing } from '../webhook-states/webhook-health.sql.ts'
import type { Claimed } from './claim-deliveries.ts'

/** An attempt that has ended and is not recorded yet. */
export interface AttemptResult {
  delivery: Claimed
  attempt: Attempt
}

const gone = 410

const unsentText = 'The request could not be sent'

/**
 * Returns the new state of a delivery after an attempt.
 *
 * @param canDisable whether a webhook that is gone is disabled in the same transaction
 */
export function finishedDelivery(
  { delivery, attempt }: AttemptResult,
  scale: number,
  canDisable: boolean,
): Finished {
  const { uid, number } = delivery
  const { outcome, startedAt, retryAfter } = attempt
  const at = new Date(startedAt.getTime() + attempt.durationMs)
  const isDelivered = outcome === 'SUCCESS'
  const retrying = { number, at, retryAfter, scale, chance: Math.random() }
  // Deliveries of a webhook that is gone are held, also after their last attempt.
  const isHeld = attempt.status === gone && canDisable
  const dueAt = isDelivered ? null : isHeld ? at : nextAttempt(retrying)
  return {
    uid,
    number,
    status: isDelivered ? 'DELIVERED' : dueAt === null ? 'EXHAUSTED' : 'RETRYING',
    due_at: dueAt,
    ...attemptRow(attempt),
  }
}

/** Returns the columns of `delivery_attempts` for an attempt. */
export function attemptRow(attempt: Attempt) {
  return {
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    outcome: attempt.outcome,
    response_status: attempt.status,
    response_headers: attempt.headers,
    response_snippet: attempt.status === null ? null : snippetOf(attempt.body),
    error_message: attempt.errorMessage,
  }
}

/**
 * Returns the effect of an attempt on the health of its webhook: none if the delivery was sent to
 * another URL (contract/events.md §9.13), or failed by an error of this server.
 */
export function healthOf({ delivery, attempt }: AttemptResult): Showing[] {
  if (delivery.target.isOther || attempt.errorMessage === unsentText) return []
  const { outcome, status, startedAt } = attempt
  const succeeded = outcome === 'SUCCESS'
  return [{ webhookUid: delivery.webhook.uid, succeeded, startedAt, isGone: status === gone }]
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
    isBodyWhole: true,
    retryAfter: null,
    errorMessage: unsentText,
  }
}
