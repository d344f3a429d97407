import type { Context } from '../../../context.ts'
import { diffColumns } from '../../../platform/db/dirty-columns.ts'
import { retry, transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { checkStayOfJob } from './check-stay-of-job.ts'
import { type Job, statusColumns } from './job.ts'
import { findStatusEvent, recordJobEvent } from './job-events.ts'
import { lockJob, updateJobs } from './jobs.ts'
import { type JobFields, referenceColumns, resolveJobColumns } from './read-job-fields.ts'

/**
 * Replaces the fields of a job. Emits JOB_UPDATED and the event of a new status; without changes
 * nothing is written (contract/resources.md §1.2, §1.3).
 *
 * @param loaded the job as read before it is locked. Its references may be to deleted objects
 * @throws ApiError STATE_CONFLICT; JOB_NOT_FOUND if it was deleted concurrently; errors of
 *   {@link resolveJobColumns}
 */
export async function changeJob(ctx: Context, loaded: Job, fields: JobFields): Promise<Job> {
  return transaction(ctx, async (ctx: Context) => {
    const columns = await resolveJobColumns(ctx, fields, loaded)
    const job = await lockJob(ctx, loaded)
    if (!job) throw notFound('JOB_NOT_FOUND', loaded.uid)
    // The references were checked against `loaded`, which has changed concurrently.
    if (referenceColumns.some(column => job[column] !== loaded[column])) throw retry()
    const newStatus = statusColumns(job, fields.status ?? job.status, ctx.clock.now())
    await checkStayOfJob(ctx, job, newStatus)
    const changes = diffColumns(job, { ...columns, ...newStatus })
    if (Object.keys(changes).length === 0) return job
    const [changed] = await updateJobs(ctx, [job], changes)
    recordJobEvent(ctx, 'JOB_UPDATED', changed!, job)
    const event = newStatus.status ? findStatusEvent(changed!) : null
    if (event) recordJobEvent(ctx, event, changed!, job)
    return changed!
  })
}
