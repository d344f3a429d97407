import type { Context } from '../../../context.ts'
import { finishDeliveries, releaseClaims } from '../deliveries/deliveries.ts'
import { holdDeliveries } from '../deliveries/open-deliveries.sql.ts'
import { disableAfter } from '../deliveries/retry-schedule.ts'
import type { OwnedWebhook } from '../webhook-states/change-webhooks.sql.ts'
import { recordHealth } from '../webhook-states/webhook-health.sql.ts'
import { type AttemptResult, toFinishedDelivery, toHealthSamples } from './attempt-results.ts'

/** Results of claimed deliveries of an agency that are not recorded yet. */
export interface Results {
  attempts: AttemptResult[]
  /** Uids of deliveries whose claims are released without an attempt. */
  released: string[]
  /**
   * True if tables that all nodes of a cluster have are not written, since a node was unavailable.
   * Then no webhook is disabled before the next attempt.
   */
  skipsShared?: boolean
}

/** Worker that claimed deliveries of an agency. */
interface Claimant {
  agencyUid: string
  worker: string
  /** Setting CALLBACK_RETRY_SCALE. */
  retryScale: number
}

/**
 * Records results in a transaction that holds the queue of the agency. Its statements are pipelined
 * and run in this order. Returns the webhooks that were disabled.
 */
export async function recordResults(
  ctx: Pick<Context, 'db' | 'clock'>,
  { agencyUid, worker, retryScale }: Claimant,
  { attempts, released, skipsShared = false }: Results,
): Promise<OwnedWebhook[]> {
  const shared = !skipsShared
  const finished = attempts.map(result =>
    toFinishedDelivery(result, { retryScale, canDisable: shared }),
  )
  const ms = disableAfter.seconds * 1_000 * retryScale
  const bounds = { ms, attempts: disableAfter.attempts, scale: retryScale }
  const [, disabled] = await Promise.all([
    attempts.length > 0 ? finishDeliveries(ctx, agencyUid, worker, finished) : undefined,
    attempts.length > 0
      ? recordHealth(ctx, attempts.flatMap(toHealthSamples), bounds, { shared })
      : [],
    released.length > 0 ? releaseClaims(ctx, agencyUid, worker, released) : undefined,
  ])
  // Held deliveries need no notification: no process may send them.
  const pending = { announce: () => {} }
  for (const webhook of disabled) await holdDeliveries({ ...ctx, pending }, webhook)
  return disabled
}
