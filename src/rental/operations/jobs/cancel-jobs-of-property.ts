import type { EventContext } from '../../../pending-events/record-event.ts'
import { recordJobChanges } from './job-events.ts'
import { lockJobs, updateJobs } from './jobs.ts'

/** Cancels the open and declined jobs of a property that is deleted. They can still be read. */
export async function cancelJobsOfProperty(
  ctx: EventContext,
  property: { agency_uid: string; uid: string },
): Promise<void> {
  const jobs = await lockJobs(ctx, property.agency_uid, { propertyUid: property.uid })
  recordJobChanges(ctx, jobs, await updateJobs(ctx, jobs, { status: 'CANCELLED' }))
}
