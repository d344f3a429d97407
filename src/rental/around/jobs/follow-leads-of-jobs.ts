import type { Telling } from '../../events/events/record-event.ts'
import { hasEnded, type LeadChange } from '../../leads/lead-history/lead-events.ts'
import { keptServiceUids } from '../services/services.ts'
import type { Job } from './job.ts'
import { recordJobChanges } from './job-events.ts'
import { lockJobs, timeZonesOf, updateJobs } from './jobs.ts'
import { concernsJobs, followedColumns, isBroughtBack } from './jobs-of-lead.ts'

/**
 * Lets jobs follow their leads: end with them, come back with them, and go with them to other
 * dates and places (contract/resources.md §1.2).
 */
export async function followLeadsOfJobs(ctx: Telling, changes: LeadChange[]): Promise<void> {
  const byAgency = Map.groupBy(changes.filter(concernsJobs), ({ before }) => before!.agency_uid)
  for (const [agencyUid, changes] of byAgency) await followIn(ctx, agencyUid, changes)
}

async function followIn(ctx: Telling, agencyUid: string, changes: LeadChange[]): Promise<void> {
  const byLead = new Map(changes.map(change => [change.before!.uid, change]))
  const jobs = await lockJobs(ctx, agencyUid, { leadUids: [...byLead.keys()] })
  const changeOf = (job: Job) => byLead.get(job.lead_uid!)!
  const back = jobs.filter(job => isBroughtBack(job, changeOf(job)))
  const services = await keptServiceUids(ctx, agencyUid, [...new Set(back.map(serviceOf))])
  const following = jobs.filter(job => !hasEnded(changeOf(job)))
  const places = following.map(job => changeOf(job).after!.property_uid)
  const zones = await timeZonesOf(ctx, agencyUid, [...new Set(places)])
  const outcomeOf = (job: Job) => {
    const change = changeOf(job)
    const timeZone = zones.get(change.after?.property_uid ?? '') ?? null
    const known = { timeZone, hasService: services.has(serviceOf(job)) }
    return JSON.stringify(followedColumns(job, change, known))
  }
  for (const [outcome, alike] of Map.groupBy(jobs, outcomeOf)) {
    if (outcome === '{}') continue
    recordJobChanges(ctx, alike, await updateJobs(ctx, alike, JSON.parse(outcome)))
  }
}

function serviceOf({ service_uid }: Job): string {
  return service_uid
}
