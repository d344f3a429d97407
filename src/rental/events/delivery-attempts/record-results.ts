import type { Context } from '../../../context.ts'
import { finishDeliveries, releaseDeliveryClaims } from '../deliveries/deliveries.ts'
import { holdDeliveries } from '../deliveries/open-deliveries.sql.ts'
import { failing } from '../deliveries/retry-schedule.ts'
import { noteHealth } from '../webhook-states/webhook-health.sql.ts'
import { finishedOf, type Made, showingOf } from './attempt-results.ts'

/** What is to be written down of an agency: attempts, and claims that are given back. */
export interface Left {
  made: Made[]
  released: string[]
  /**
   * A node was away when this was to be written: then it is written without what every node has.
   * No webhook is disabled for it before the next attempt.
   */
  isAwayKnown?: boolean
}

/**
 * Writes down what became of claimed deliveries, in a transaction that has the agency's queue:
 * all that is asked at once is done in this order.
 *
 * @param retryScale the setting CALLBACK_RETRY_SCALE
 * @returns the webhooks that were disabled for it, and when failed ones are tried again
 */
export async function finishAttempts(
  ctx: Pick<Context, 'db' | 'clock'> & { pending: Pick<Context['pending'], 'announce'> },
  agencyUid: string,
  worker: string,
  { made, released, isAwayKnown = false }: Left,
  retryScale: number,
) {
  const shared = !isAwayKnown
  const finished = made.map(one => finishedOf(one, retryScale, shared))
  const ms = failing.seconds * 1_000 * retryScale
  const bounds = { ms, attempts: failing.attempts, scale: retryScale }
  const [, disabled] = await Promise.all([
    made.length > 0 ? finishDeliveries(ctx, agencyUid, worker, finished) : undefined,
    made.length > 0 ? noteHealth(ctx, made.flatMap(showingOf), bounds, { shared }) : [],
    released.length > 0 ? releaseDeliveryClaims(ctx, agencyUid, worker, released) : undefined,
  ])
  for (const webhook of disabled) await holdDeliveries(ctx, webhook)
  return { disabled, retries: finished.map(({ due_at }) => due_at) }
}
