import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Job } from './job.ts'
import { recordJobEvent } from './job-events.ts'
import { type JobFields, resolveJobColumns } from './read-job-fields.ts'

/**
 * Adds a job to a property (contract/resources.md §1.1).
 *
 * @throws ApiError errors of {@link resolveJobColumns}
 */
export async function createJob(ctx: Context, fields: JobFields): Promise<Job> {
  return transaction(ctx, async (ctx: Context) => {
    const columns = await resolveJobColumns(ctx, fields)
    const { status = 'NEW', property } = fields
    const now = ctx.clock.now()
    const job: Job = {
      agency_uid: property.agency_uid,
      uid: newUid(now.getTime()),
      ...columns,
      status,
      done_at: status === 'DONE' ? now : null,
      cancelled_with_lead_uid: null,
      created_at: now,
      updated_at: now,
    }
    await insertRows(ctx, 'jobs', [job])
    recordJobEvent(ctx, 'JOB_CREATED', job)
    return job
  })
}
