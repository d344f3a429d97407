import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { isTerminal } from '../../leads/leads/lead.ts'
import { type Job, openStatuses } from './job.ts'

/**
 * Checks that a job does not enter an open status after its lead has ended: its provider would come
 * for a stay that does not take place (contract/resources.md §1.2). The job must be locked.
 *
 * @throws ApiError STATE_CONFLICT
 */
export async function checkStayOfJob(
  { db }: Pick<Context, 'db'>,
  job: Job,
  { status }: Partial<Job>,
): Promise<void> {
  if (status === undefined || job.lead_uid === null || !openStatuses.includes(status)) return
  const lead = await db
    .selectFrom('leads')
    .select(['uid', 'status'])
    .where('agency_uid', '=', job.agency_uid)
    .where('uid', '=', job.lead_uid)
    .executeTakeFirst()
  if (!lead || !isTerminal(lead.status)) return
  const message = `Job ${job.uid} cannot be ${status}: its lead ${lead.uid} is ${lead.status}`
  throw new ApiError('STATE_CONFLICT', message, {
    members: { state: job.status, allowedActions: [] },
  })
}
