import { type WorkContext, worker } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Task } from '../../../platform/worker.ts'
import { forgetFailures } from '../webhook-states/webhook-health.sql.ts'
import { mailNotices } from './mail-notices.ts'
import { keptDays, mailDays } from './notice.ts'
import { type Ended, endForgottenUnscoped, endTold, forgetNoticesUnscoped } from './notices.ts'
import { noteWebhooks } from './webhook-notices.sql.ts'

const dayMs = 86_400_000

export const noticeWorkers = [
  worker({
    name: 'mail-notices',
    schedule: '* * * * *',
    async work(ctx) {
      const { clock, settings } = ctx
      const mailsBefore = new Date(clock.now().getTime() - mailDays * dayMs)
      await transaction(ctx, async (ctx: WorkContext) => {
        await noteWebhooks(ctx, settings.callbacks.retryScale)
        await endForgottenUnscoped(ctx, mailsBefore)
      })
      await mailNotices(ctx)
    },
  }),
  worker({
    name: 'end-notices',
    work: (ctx, { data }: Task<Ended>) =>
      transaction(ctx, (ctx: WorkContext) => endTold(ctx, data)),
  }),
  worker({
    name: 'forget-notices',
    schedule: '47 * * * *',
    async work({ db, clock, log }) {
      const before = new Date(clock.now().getTime() - keptDays * dayMs)
      const notices = await forgetNoticesUnscoped({ db }, before)
      await forgetFailures({ db })
      log.info({ notices }, 'deleted old notices')
    },
  }),
]
