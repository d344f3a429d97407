import type { EventContext } from '../../../pending-events/record-event.ts'
import { hasEnded, type LeadChange } from '../../leads/lead-history/lead-events.ts'
import { listServiceUidsForShare } from '../services/services.ts'
import type { Job } from './job.ts'
import { recordJobChanges } from './job-events.ts'
import { listTimeZones, lockJobs, updateJobs } from './jobs.ts'
import { affectsJobs, columnsAfterLeadChange, isRestoredWithLead } from './jobs-of-lead.ts'

/**
 * Updates jobs when their leads change: cancels, restores and moves them (contract/resources.md
 * §1.2).
 */
export async function updateJobsOfLeads(ctx: EventContext, changes: LeadChange[]): Promise<void> {
  const byAgency = Map.groupBy(changes.filter(affectsJobs), ({ before }) => before!.agency_uid)
  for (const [agencyUid, agencyChanges] of byAgency) {
    await updateJobsInAgency(ctx, agencyUid, agencyChanges)
  }
}

async function updateJobsInAgency(
  ctx: EventContext,
  agencyUid: string,
  changes: LeadChange[],
): Promise<void> {
  const byLead = new Map(changes.map(change => [change.before!.uid, change]))
  const jobs = await lockJobs(ctx, agencyUid, { leadUids: [...byLead.keys()] })
  const findLeadChange = (job: Job) => byLead.get(job.lead_uid!)!
  const restoredJobs = jobs.filter(job => isRestoredWithLead(job, findLeadChange(job)))
  const liveServices = await listServiceUidsForShare(ctx, agencyUid, [
    ...new Set(restoredJobs.map(toServiceUid)),
  ])
  const liveJobs = jobs.filter(job => !hasEnded(findLeadChange(job)))
  const propertyUids = liveJobs.map(job => findLeadChange(job).after!.property_uid)
  const zones = await listTimeZones(ctx, agencyUid, [...new Set(propertyUids)])
  const serializeChanges = (job: Job) => {
    const change = findLeadChange(job)
    const timeZone = zones.get(change.after?.property_uid ?? '') ?? null
    const inputs = { timeZone, hasService: liveServices.has(toServiceUid(job)) }
    return JSON.stringify(columnsAfterLeadChange(job, change, inputs))
  }
  // Jobs with the same changes are updated together.
  for (const [serialized, alikeJobs] of Map.groupBy(jobs, serializeChanges)) {
    if (serialized === '{}') continue
    recordJobChanges(ctx, alikeJobs, await updateJobs(ctx, alikeJobs, JSON.parse(serialized)))
  }
}

function toServiceUid({ service_uid }: Job): string {
  return service_uid
}
