/** The delivery of events, which every process does that works. */
import type { WorkContext } from '../../../context.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { DueKind } from '../../../platform/jobs/due-work-poller.ts'
import { countAttempt } from '../../metrics.ts'
import type { Tables } from '../../tables.ts'
import { deliveriesChannel } from '../deliveries/deliveries-channel.ts'
import { Courier } from './courier.ts'

/** Begins to deliver, told by the database of what has come. */
export async function startDelivery(
  database: Database<Tables>,
  ctx: WorkContext,
): Promise<{ kind: DueKind; stop(): Promise<void> }> {
  const courier = openCourier(database, ctx)
  const unlisten = await database.listen(deliveriesChannel, uid => courier.wake(uid))
  const stop = async () => {
    await unlisten()
    await courier.stop()
    await ctx.http.close()
  }
  return { kind: courier.kind, stop }
}

/** What delivers by the operator's settings, and counts what it does. */
export function openCourier(
  database: Pick<Database<Tables>, 'isCluster'>,
  ctx: WorkContext,
): Courier {
  const { http, sealer, metrics, settings } = ctx
  const { timeoutMs, retryScale } = settings.callbacks
  return new Courier(ctx, {
    http,
    sealer,
    timeoutMs,
    retryScale,
    isSpread: () => database.isCluster,
    onAttempt({ outcome, durationMs, startedAt }, { number, replay_uid, replay_of, event }) {
      const isFirst = number === 1 && replay_uid === null && replay_of === null
      const delayMs = startedAt.getTime() - new Date(event.created_at).getTime()
      const delaySeconds = isFirst ? delayMs / 1_000 : null
      countAttempt(metrics, { outcome, seconds: durationMs / 1_000, delaySeconds })
    },
  })
}
