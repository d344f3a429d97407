import type { Context } from '../../../context.ts'
import { differing } from '../../../platform/db/differing.ts'
import { retry, transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { checkStayOfJob } from './check-stay-of-job.ts'
import { enteredColumns, type Job } from './job.ts'
import { eventOf, recordJobEvent } from './job-events.ts'
import { lockJob, updateJobs } from './jobs.ts'
import { columnsFrom, type JobFields, references } from './read-job-fields.ts'

/**
 * Replaces what may be changed of a job. A status that an action leads to is told as that action
 * is, too; a job that stays as it is is not touched (contract/resources.md §1.2, §1.3).
 *
 * @param found the job as it was found; its references may be kept
 * @throws ApiError STATE_CONFLICT; JOB_NOT_FOUND when it has gone meanwhile; as `columnsFrom` does
 */
export async function changeJob(ctx: Context, found: Job, fields: JobFields): Promise<Job> {
  return transaction(ctx, async (ctx: Context) => {
    const columns = await columnsFrom(ctx, fields, found)
    const job = await lockJob(ctx, found)
    if (!job) throw notFound('JOB_NOT_FOUND', found.uid)
    if (references.some(column => job[column] !== found[column])) throw retry()
    const entered = enteredColumns(job, fields.status ?? job.status, ctx.clock.now())
    await checkStayOfJob(ctx, job, entered)
    const changes = differing(job, { ...columns, ...entered })
    if (Object.keys(changes).length === 0) return job
    const [changed] = await updateJobs(ctx, [job], changes)
    recordJobEvent(ctx, 'JOB_UPDATED', changed!, job)
    const event = entered.status ? eventOf(changed!) : null
    if (event) recordJobEvent(ctx, event, changed!, job)
    return changed!
  })
}
