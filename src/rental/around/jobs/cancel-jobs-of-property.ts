import type { Telling } from '../../events/events/record-event.ts'
import { recordJobChanges } from './job-events.ts'
import { lockJobs, updateJobs } from './jobs.ts'

/** Cancels what is left to do at a property that goes; its jobs can be read still. */
export async function cancelJobsOfProperty(
  ctx: Telling,
  property: { agency_uid: string; uid: string },
): Promise<void> {
  const jobs = await lockJobs(ctx, property.agency_uid, { propertyUid: property.uid })
  recordJobChanges(ctx, jobs, await updateJobs(ctx, jobs, { status: 'CANCELLED' }))
}
