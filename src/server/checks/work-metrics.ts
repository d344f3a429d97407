import type { Context } from '../../context.ts'
import { findWaitingTasks } from '../../platform/jobs/waiting-tasks.ts'
import { findLastBackup } from '../../rental/access/backups/last-backups.ts'
import {
  backlogAgeUnscoped,
  countOpenDeliveriesUnscoped,
} from '../../rental/events/deliveries/deliveries.ts'
import { findFailingWebhooksUnscoped } from '../../rental/events/webhook-states/failing-webhooks.sql.ts'
import { findWaitingMessagesUnscoped } from '../../rental/inbox/message-deliveries/message-deliveries.ts'
import type { Metrics } from '../../rental/metrics.ts'

/** Reports the work of all processes, which is read from the database on each scrape. */
export function observeWork(metrics: Metrics, ctx: Pick<Context, 'db' | 'clock'>): void {
  metrics.deliveryBacklog.observe({}, () => backlogAgeUnscoped(ctx))
  metrics.openDeliveries.observe({}, () => countOpenDeliveriesUnscoped(ctx))
  metrics.failingWebhooks.observe({}, async () => (await findFailingWebhooksUnscoped(ctx)).count)
  metrics.waitingMails.observe(
    { to: 'guests' },
    async () => (await findWaitingMessagesUnscoped(ctx)).mailCount,
  )
  metrics.waitingMails.observe(
    { to: 'agencies' },
    async () => (await findWaitingTasks(ctx.db, ctx.clock.now(), 'send-mail')).count,
  )
  metrics.lastBackup.observe({}, async () => {
    const madeAt = await findLastBackup(ctx)
    return madeAt === null ? null : madeAt.getTime() / 1_000
  })
}
