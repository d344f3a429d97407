/** What is written down of attempts: contract/events.md §8.1, §9.14. */
import type { Attempt } from '../../../platform/http/http-client.ts'
import { snippetOf } from '../../../platform/http/http-outcome.ts'
import type { Finished } from '../deliveries/deliveries.ts'
import { nextAttempt } from '../deliveries/retry-schedule.ts'
import type { Showing } from '../webhook-states/webhook-health.sql.ts'
import type { Claimed } from './claim-deliveries.ts'

/** An attempt that was made and is not yet written down. */
export interface Made {
  delivery: Claimed
  attempt: Attempt
}

const gone = 410

const unmadeText = 'The request could not be sent'

/**
 * What becomes of a delivery by its attempt.
 *
 * @param canDisable whether a webhook that is gone is disabled with it
 */
export function finishedOf(
  { delivery, attempt }: Made,
  scale: number,
  canDisable: boolean,
): Finished {
  const { uid, number } = delivery
  const { outcome, startedAt, retryAfter } = attempt
  const at = new Date(startedAt.getTime() + attempt.durationMs)
  const isDelivered = outcome === 'SUCCESS'
  const retrying = { number, at, retryAfter, scale, chance: Math.random() }
  // What a webhook that is gone was to be told is held, also when it was the last attempt.
  const isHeld = attempt.status === gone && canDisable
  const dueAt = isDelivered ? null : isHeld ? at : nextAttempt(retrying)
  return {
    uid,
    number,
    status: isDelivered ? 'DELIVERED' : dueAt === null ? 'EXHAUSTED' : 'RETRYING',
    due_at: dueAt,
    ...notedOf(attempt),
  }
}

/** An attempt as its row. */
export function notedOf(attempt: Attempt) {
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
 * What it shows of the webhook: nothing if it was sent elsewhere (contract/events.md §9.13), or
 * could not be made by a fault of ours.
 */
export function showingOf({ delivery, attempt }: Made): Showing[] {
  if (delivery.target.isOther || attempt.errorMessage === unmadeText) return []
  const { outcome, status, startedAt } = attempt
  const succeeded = outcome === 'SUCCESS'
  return [{ webhookUid: delivery.webhook.uid, succeeded, startedAt, isGone: status === gone }]
}

/** What stands for an attempt that could not even be begun, as when a secret cannot be opened. */
export function unmade(startedAt: Date): Attempt {
  return {
    outcome: 'CONNECTION_ERROR',
    startedAt,
    durationMs: 0,
    status: null,
    headers: {},
    body: Buffer.alloc(0),
    isBodyWhole: true,
    retryAfter: null,
    errorMessage: unmadeText,
  }
}
