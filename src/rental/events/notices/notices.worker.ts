import { type WorkContext, worker } from '../../../context.ts'
import { dayMs } from '../../../platform/dates/dates.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Task } from '../../../platform/jobs/job-queue.ts'
import { deleteStaleFailures } from '../webhook-states/webhook-health.sql.ts'
import { mailNotices } from './mail-notices.ts'
import { mailRetentionDays, retentionDays } from './notice.ts'
import {
  type EndedProblems,
  endNamedNotices,
  endStaleUnscoped,
  purgeNoticesUnscoped,
} from './notices.ts'
import { updateWebhookNotices } from './webhook-notices.sql.ts'

export const noticeWorkers = [
  worker({
    name: 'mail-notices',
    schedule: '* * * * *',
    async work(ctx) {
      const { clock, settings } = ctx
      const mailsBefore = new Date(clock.now().getTime() - mailRetentionDays * dayMs)
      await transaction(ctx, async (ctx: WorkContext) => {
        await updateWebhookNotices(ctx, settings.callbacks.retryScale)
        await endStaleUnscoped(ctx, mailsBefore)
      })
      await mailNotices(ctx)
    },
  }),
  worker({
    name: 'end-notices',
    work: (ctx, { data }: Task<EndedProblems>) =>
      transaction(ctx, (ctx: WorkContext) => endNamedNotices(ctx, data)),
  }),
  worker({
    name: 'forget-notices',
    schedule: '47 * * * *',
    async work({ db, clock, log }) {
      const before = new Date(clock.now().getTime() - retentionDays * dayMs)
      const notices = await purgeNoticesUnscoped({ db }, before)
      await deleteStaleFailures({ db })
      log.info({ notices }, 'deleted old notices')
    },
  }),
]
