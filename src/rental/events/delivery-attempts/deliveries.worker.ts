/** The delivery dispatcher, which runs in every process with background work. */
import type { WorkContext } from '../../../context.ts'
import type { Database } from '../../../platform/db/database.ts'
import { Dispatcher } from '../../../platform/jobs/dispatcher.ts'
import type { DueWork } from '../../../platform/jobs/due-work-poller.ts'
import { countAttempt } from '../../metrics.ts'
import type { Tables } from '../../tables.ts'
import { deliveriesChannel } from '../deliveries/deliveries.ts'
import { DeliveryQueue } from './delivery-queue.ts'

/** Starts to deliver, woken by notifications of the database. */
export async function startDelivery(
  database: Database<Tables>,
  ctx: WorkContext,
): Promise<{ dispatcher: DueWork; stop(): Promise<void> }> {
  const dispatcher = openDeliveryDispatcher(ctx)
  const unlisten = await database.listen(deliveriesChannel, uid => dispatcher.wake(uid))
  const stop = async () => {
    await unlisten()
    await dispatcher.stop()
    await ctx.http.close()
  }
  return { dispatcher, stop }
}

/** Creates a dispatcher with the operator's settings that counts its attempts. */
export function openDeliveryDispatcher(ctx: WorkContext): Dispatcher {
  const { http, cipher, metrics, settings } = ctx
  const { timeoutMs, retryScale } = settings.callbacks
  const queue = new DeliveryQueue(ctx, {
    http,
    cipher,
    timeoutMs,
    retryScale,
    onAttempt({ outcome, durationMs, startedAt }, { number, replay_uid, replay_of, event }) {
      // Later attempts and replays are delayed on purpose.
      const isFirst = number === 1 && replay_uid === null && replay_of === null
      const delayMs = startedAt.getTime() - new Date(event.created_at).getTime()
      const delaySeconds = isFirst ? delayMs / 1_000 : null
      countAttempt(metrics, { outcome, seconds: durationMs / 1_000, delaySeconds })
    },
  })
  return new Dispatcher({ ...ctx, db: ctx.db as never }, queue)
}
