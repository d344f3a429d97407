/** What becomes of a job when its lead changes: contract/resources.md §1.2. Pure. */

import { movedAlong, placedIn } from '../../../platform/dates.ts'
import { differing } from '../../../platform/db/differing.ts'
import { hasEnded, type LeadChange } from '../../leads/lead-history/lead-events.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { type Job, openStatuses, unendedStatuses } from './job.ts'

/** What is known of where a job comes to. */
export interface Whereabouts {
  /** Null: the lead has no property. */
  timeZone: string | null
  /** Its service can still be done. */
  hasService: boolean
}

/** What a lead has of a stay that its jobs follow. */
const followed = ['property_uid', 'unit_uid', 'check_in_local', 'check_out_local'] as const

/** Whether a change of a lead may change its jobs. */
export function concernsJobs(change: LeadChange): boolean {
  const { before, after } = change
  if (before === null || hasEnded(change)) return before !== null
  return isRebooked(change) || followed.some(column => before[column] !== after![column])
}

/** Whether the lead that took a job with it when it was cancelled is booked again. */
export function isBroughtBack(job: Job, change: LeadChange): boolean {
  return isRebooked(change) && job.cancelled_with_lead_uid === change.before!.uid
}

/**
 * The columns of a job that a change of its lead changes; none: it stays as it is. What has ended
 * stays where it was, and loses a lead that goes to another property, since the lead of a job is
 * of its property.
 */
export function followedColumns(job: Job, change: LeadChange, known: Whereabouts): Partial<Job> {
  if (hasEnded(change)) return endedColumns(job, change)
  const before = change.before!
  const after = change.after!
  const comesBack = isBroughtBack(job, change) && known.hasService
  const status = comesBack ? 'NEW' : job.status
  const hasMoved = after.property_uid !== before.property_uid
  const goesAlong = unendedStatuses.includes(status) && after.property_uid !== null
  if (hasMoved && !goesAlong) return { lead_uid: null }
  const keepsTimes = !openStatuses.includes(status) || known.timeZone === null
  return differing(job, {
    ...(comesBack ? { status, cancelled_with_lead_uid: null } : {}),
    ...(hasMoved ? { property_uid: after.property_uid! } : {}),
    ...(goesAlong ? unitOf(job, before, after) : {}),
    ...(keepsTimes ? {} : timesOf(job, before, after, known.timeZone!)),
  })
}

function endedColumns(job: Job, { before, after }: LeadChange): Partial<Job> {
  if (!openStatuses.includes(job.status)) return {}
  const isCancelled = after?.status === 'CANCELLED'
  return { status: 'CANCELLED', cancelled_with_lead_uid: isCancelled ? before!.uid : null }
}

function isRebooked({ before, after }: LeadChange): boolean {
  return before?.status === 'CANCELLED' && after?.status === 'BOOKED'
}

/** A job in the unit of its lead is in its new one; in another property it is in that or none. */
function unitOf(job: Job, before: LeadRow, after: LeadRow): Partial<Job> {
  if (job.unit_uid === null) return {}
  const follows = job.unit_uid === before.unit_uid || after.property_uid !== before.property_uid
  return follows ? { unit_uid: after.unit_uid } : {}
}

/** The local times that are as far from the nearer end of the stay as they were. */
function timesOf(job: Job, before: LeadRow, after: LeadRow, timeZone: string): Partial<Job> {
  const end = nearerEnd(job.start_local, before)
  if (before[end] === after[end]) return {}
  const moved = (local: string) => placedIn(movedAlong(local, before[end], after[end]), timeZone)
  const [start, until] = [moved(job.start_local).local, moved(job.end_local).local]
  // A change of clocks may have moved the start behind the end.
  return { start_local: start, end_local: until < start ? start : until }
}

function nearerEnd(local: string, { check_in_local, check_out_local }: LeadRow) {
  const distanceTo = (end: string) => Math.abs(Date.parse(`${local}Z`) - Date.parse(`${end}Z`))
  const isEarlier = distanceTo(check_in_local) <= distanceTo(check_out_local)
  return isEarlier ? 'check_in_local' : 'check_out_local'
}
