import { Mutex } from 'async-mutex'
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

/**
 * Reports the work of all processes, which is read from the database on each scrape: with one query
 * at a time, so that a scrape does not appear in the number of callers that wait for a connection.
 */
export function observeWork(metrics: Metrics, ctx: Pick<Context, 'db' | 'clock'>): void {
  const queries = new Mutex()
  const oneByOne = (read: () => Promise<number | null>) => () => queries.runExclusive(read)
  const { deliveryBacklog, openDeliveries, failingWebhooks, waitingMails, lastBackup } = metrics
  deliveryBacklog.observe(
    {},
    oneByOne(() => backlogAgeUnscoped(ctx)),
  )
  openDeliveries.observe(
    {},
    oneByOne(() => countOpenDeliveriesUnscoped(ctx)),
  )
  failingWebhooks.observe(
    {},
    oneByOne(async () => (await findFailingWebhooksUnscoped(ctx)).count),
  )
  waitingMails.observe(
    { to: 'guests' },
    oneByOne(async () => (await findWaitingMessagesUnscoped(ctx)).mailCount),
  )
  waitingMails.observe(
    { to: 'agencies' },
    oneByOne(async () => (await findWaitingTasks(ctx.db, ctx.clock.now(), 'send-mail')).count),
  )
  lastBackup.observe(
    {},
    oneByOne(async () => {
      const madeAt = await findLastBackup(ctx)
      return madeAt === null ? null : madeAt.getTime() / 1_000
    }),
  )
}
