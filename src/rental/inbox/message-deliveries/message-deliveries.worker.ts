/** The message dispatcher, which runs in every process with background work: messaging.md §12. */
import { randomUUID } from 'node:crypto'
import type { WorkContext } from '../../../context.ts'
import type { Database } from '../../../platform/db/database.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { Dispatcher } from '../../../platform/jobs/dispatcher.ts'
import type { DueWork } from '../../../platform/jobs/due-work-poller.ts'
import type { Tables } from '../../tables.ts'
import { deliverMessage } from './deliver-message.ts'
import {
  claimMessageDeliveries,
  dueMessageDeliveries,
  messageDeliveriesChannel,
} from './message-deliveries.ts'

/** Maximum number of messages that a process sends at once. */
const slots = 16
/** Maximum number of messages of an agency that all processes send at once. */
const perAgencyMax = 4
/** Timeout of a transport. */
const sendMs = 120_000
/** Longer than an attempt, with time to record its result. */
const leaseMs = sendMs + 30_000
/** Milliseconds after which messages being sent are aborted when the process stops. */
const graceMs = 10_000

/** Starts the dispatcher, which notifications of the database wake. */
export async function startMessageDelivery(
  database: Database<Tables>,
  ctx: WorkContext,
): Promise<{ dispatcher: DueWork; stop(): Promise<void> }> {
  const stopping = new AbortController()
  const dispatcher = openMessageDispatcher(ctx, stopping.signal)
  const unlisten = await database.listen(messageDeliveriesChannel, uid => {
    // Processes of 0.1.0 name no agency in notifications: the poller finds their messages.
    if (uid !== '') dispatcher.wake(uid)
  })
  const stop = async () => {
    await unlisten()
    const timer = setTimeout(() => stopping.abort(), graceMs)
    await dispatcher.stop()
    clearTimeout(timer)
  }
  return { dispatcher, stop }
}

/** Creates a dispatcher of messages. The signal aborts messages that are being sent. */
export function openMessageDispatcher(ctx: WorkContext, signal: AbortSignal): Dispatcher {
  const worker = randomUUID()
  return new Dispatcher(
    { ...ctx, db: ctx.db as never },
    {
      name: 'messages',
      slots,
      dueAt: dueMessageDeliveries,
      async claim(agencyUid, limit) {
        if (limit === 0) return { started: [], hasMore: false }
        const claimed = await transaction(ctx, (ctx: WorkContext) =>
          claimMessageDeliveries(ctx, agencyUid, { worker, limit, perAgencyMax, leaseMs }),
        )
        const started = claimed.map(delivery =>
          deliverMessage(ctx, delivery, { worker, sendMs, signal }),
        )
        return { started, hasMore: claimed.length === limit }
      },
    },
  )
}
