import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { checkStayOfJob } from './check-stay-of-job.ts'
import { type Job, type JobAction, type JobKey, statusAfter, statusColumns } from './job.ts'
import { findStatusEvent, recordJobEvent } from './job-events.ts'
import { lockJob, updateJobs } from './jobs.ts'

/**
 * Applies an action to a job. Repeating it changes nothing (contract/resources.md §1.2).
 *
 * @param notes new notes; undefined keeps the former ones
 * @throws ApiError STATE_CONFLICT; JOB_NOT_FOUND if it was deleted concurrently
 */
export async function transitionJob(
  ctx: Context,
  key: JobKey,
  action: JobAction,
  notes?: string | null,
): Promise<Job> {
  return transaction(ctx, async (ctx: Context) => {
    const job = await lockJob(ctx, key)
    if (!job) throw notFound('JOB_NOT_FOUND', key.uid)
    const newStatus = statusColumns(job, statusAfter[action], ctx.clock.now())
    if (!newStatus.status) return job
    await checkStayOfJob(ctx, job, newStatus)
    const changes = notes === undefined ? newStatus : { ...newStatus, notes }
    const [updated] = await updateJobs(ctx, [job], changes)
    // Each status that an action leads to has an event.
    recordJobEvent(ctx, findStatusEvent(updated!)!, updated!, job)
    return updated!
  })
}
