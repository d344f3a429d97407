import type { Context } from '../../../context.ts'
import { deleteRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { JobKey } from './job.ts'
import { recordJobEvent } from './job-events.ts'
import { lockJob } from './jobs.ts'

/**
 * Deletes a job in any status.
 *
 * @throws ApiError JOB_NOT_FOUND if it was deleted concurrently
 */
export async function deleteJob(ctx: Context, key: JobKey): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const job = await lockJob(ctx, key)
    if (!job) throw notFound('JOB_NOT_FOUND', key.uid)
    await deleteRow(ctx, 'jobs', job)
    recordJobEvent(ctx, 'JOB_DELETED', job)
  })
}
