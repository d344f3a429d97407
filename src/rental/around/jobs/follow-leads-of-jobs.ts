import type { Telling } from '../../events/events/record-event.ts'
import { hasEnded, type LeadChange } from '../../leads/lead-history/lead-events.ts'
import { type Job, openStatuses, unendedStatuses } from './job.ts'
import { recordJobChanges } from './job-events.ts'
import { lockJobs, updateJobs } from './jobs.ts'

/**
 * Lets jobs follow their leads. One that is cancelled, declined, closed or deleted cancels its open
 * jobs (contract/resources.md §1.2). One that goes to another property takes those along that have
 * not ended, since a job's lead is of its property (§1.1); what has ended stays where it was, and
 * loses the lead.
 */
export async function followLeadsOfJobs(ctx: Telling, changes: LeadChange[]): Promise<void> {
  const followed = changes.filter(change => hasEnded(change) || hasMoved(change))
  const byAgency = Map.groupBy(followed, ({ before }) => before!.agency_uid)
  for (const [agencyUid, changes] of byAgency) {
    const byLead = new Map(changes.map(change => [change.before!.uid, change]))
    const jobs = await lockJobs(ctx, agencyUid, { leadUids: [...byLead.keys()] })
    const outcomeOf = (job: Job) => JSON.stringify(followedColumns(job, byLead.get(job.lead_uid!)!))
    for (const [outcome, alike] of Map.groupBy(jobs, outcomeOf)) {
      if (outcome === '{}') continue
      recordJobChanges(ctx, alike, await updateJobs(ctx, alike, JSON.parse(outcome)))
    }
  }
}

/** What becomes of a job; it is in a unit of the new property only if it was in one. */
function followedColumns(job: Job, change: LeadChange): Partial<Job> {
  if (hasEnded(change)) return openStatuses.includes(job.status) ? { status: 'CANCELLED' } : {}
  const { property_uid, unit_uid } = change.after!
  const follows = property_uid !== null && unendedStatuses.includes(job.status)
  return follows ? { property_uid, unit_uid: job.unit_uid && unit_uid } : { lead_uid: null }
}

function hasMoved({ before, after }: LeadChange): boolean {
  return before !== null && after !== null && after.property_uid !== before.property_uid
}
