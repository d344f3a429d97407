import { worker } from '../../../context.ts'
import type { Task } from '../../../platform/jobs/job-queue.ts'
import { systemCaller } from '../../access/agencies/caller.ts'
import { performPricingTask } from './perform-pricing-task.ts'
import { finishTask, purgeTasksUnscoped } from './pricing-tasks.ts'

export const pricingTaskWorkers = [
  worker({
    name: 'change-pricing-periods',
    async work(base, { data: { agencyUid, uid }, signal, isLastAttempt }: Task<TaskKey>) {
      const ctx = { ...base, caller: systemCaller(agencyUid) }
      try {
        await performPricingTask(ctx, uid, signal)
      } catch (error) {
        if (isLastAttempt && !signal.aborted) {
          await finishTask(ctx, { agency_uid: agencyUid, uid }, 'Internal error')
        }
        throw error
      }
    },
  }),
  worker({
    name: 'forget-pricing-tasks',
    schedule: '23 * * * *',
    async work(ctx) {
      ctx.log.info({ tasks: await purgeTasksUnscoped(ctx) }, 'deleted old pricing tasks')
    },
  }),
]

/** Payload of a pricing task in the job queue. */
interface TaskKey {
  agencyUid: string
  uid: string
}
