import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { checkStayOfJob } from './check-stay-of-job.ts'
import { enteredColumns, type Job, type JobAction, type JobKey, statusAfter } from './job.ts'
import { eventOf, recordJobEvent } from './job-events.ts'
import { lockJob, updateJobs } from './jobs.ts'

/**
 * Does an action to a job; done again it changes nothing (contract/resources.md §1.2).
 *
 * @param notes what replaces the job's notes; undefined: they stay
 * @throws ApiError STATE_CONFLICT; JOB_NOT_FOUND when it has gone meanwhile
 */
export async function moveJob(
  ctx: Context,
  key: JobKey,
  action: JobAction,
  notes?: string | null,
): Promise<Job> {
  return transaction(ctx, async (ctx: Context) => {
    const job = await lockJob(ctx, key)
    if (!job) throw notFound('JOB_NOT_FOUND', key.uid)
    const entered = enteredColumns(job, statusAfter[action], ctx.clock.now())
    if (!entered.status) return job
    await checkStayOfJob(ctx, job, entered)
    const changes = notes === undefined ? entered : { ...entered, notes }
    const [moved] = await updateJobs(ctx, [job], changes)
    recordJobEvent(ctx, eventOf(moved!)!, moved!, job)
    return moved!
  })
}
