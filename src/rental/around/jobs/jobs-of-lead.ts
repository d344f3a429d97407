/** What becomes of a job when its lead changes: contract/resources.md §1.2. Pure. */

import { dateOf, dayOf, movedAlong, placedIn } from '../../../platform/dates.ts'
import { differing } from '../../../platform/db/differing.ts'
import { hasEnded, hasReopened, type LeadChange } from '../../leads/lead-history/lead-events.ts'
import { datesOf, type LeadRow } from '../../leads/leads/lead.ts'
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
  return hasReopened(change) || followed.some(column => before[column] !== after![column])
}

/** Whether the lead that cancelled a job by its own end is open again. */
export function isBroughtBack(job: Job, change: LeadChange): boolean {
  return hasReopened(change) && job.cancelled_with_lead_uid === change.before!.uid
}

/**
 * Returns the columns of a job that a change of its lead changes; none: it stays as it is. What has
 * ended stays where it was, and loses a lead that goes to another property, since the lead of a job
 * is of its property. An accepted job of another day is new again: its provider accepted the
 * former day.
 */
export function followedColumns(job: Job, change: LeadChange, known: Whereabouts): Partial<Job> {
  if (hasEnded(change)) return endedColumns(job, change)
  const before = change.before!
  const after = change.after!
  const comesBack = isBroughtBack(job, change) && known.hasService
  const isUnended = comesBack || unendedStatuses.includes(job.status)
  const hasMoved = after.property_uid !== before.property_uid
  const goesAlong = isUnended && after.property_uid !== null
  if (hasMoved && !goesAlong) return { lead_uid: null }
  const keepsTimes = !isUnended || known.timeZone === null
  const times = keepsTimes ? {} : timesOf(job, before, after, known.timeZone!)
  return differing(job, {
    ...(comesBack ? { cancelled_with_lead_uid: null } : {}),
    ...(comesBack || losesAcceptance(job, times) ? { status: 'NEW' as const } : {}),
    ...(hasMoved ? { property_uid: after.property_uid! } : {}),
    ...(goesAlong ? unitOf(job, before, after) : {}),
    ...times,
  })
}

function losesAcceptance({ status, start_local }: Job, { start_local: start }: Partial<Job>) {
  return (
    status === 'ACCEPTED' && start !== undefined && civilDateOf(start) !== civilDateOf(start_local)
  )
}

function endedColumns(job: Job, { before, after }: LeadChange): Partial<Job> {
  if (!openStatuses.includes(job.status)) return {}
  return { status: 'CANCELLED', cancelled_with_lead_uid: after === null ? null : before!.uid }
}

/** A job in the unit of its lead is in its new one; in another property it is in that or none. */
function unitOf(job: Job, before: LeadRow, after: LeadRow): Partial<Job> {
  if (job.unit_uid === null) return {}
  const follows = job.unit_uid === before.unit_uid || after.property_uid !== before.property_uid
  return follows ? { unit_uid: after.unit_uid } : {}
}

/** Returns the local times of a job after a change of its stay, and keeps how long it lasts. */
function timesOf(job: Job, before: LeadRow, after: LeadRow, timeZone: string): Partial<Job> {
  const wanted = isBetween(job.start_local, before)
    ? startInside(job.start_local, before, after)
    : startAlong(job.start_local, before, after)
  if (wanted === job.start_local) return {}
  const start = placedIn(wanted, timeZone).local
  const until = placedIn(movedAlong(job.end_local, job.start_local, wanted), timeZone).local
  // A change of clocks may have moved the start behind the end.
  return { start_local: start, end_local: until < start ? start : until }
}

/** Whether a local time is on a day between the days of check-in and check-out. */
function isBetween(local: string, lead: LeadRow): boolean {
  const { checkIn, checkOut } = datesOf(lead)
  return checkIn < civilDateOf(local) && civilDateOf(local) < checkOut
}

/**
 * Returns a start on or beyond the day of an end, as far from that end as it was. One on the day of
 * an end stays on that day, also where the hour of the end passes midnight with it.
 */
function startAlong(local: string, before: LeadRow, after: LeadRow): string {
  const end = endOf(local, before)
  const moved = movedAlong(local, before[end], after[end])
  const isOnDay = civilDateOf(local) === civilDateOf(before[end])
  const day = civilDateOf(after[end])
  return isOnDay && civilDateOf(moved) !== day ? `${day}${local.slice(10)}` : moved
}

/**
 * Returns a start between the ends: where it is while the new stay holds it, else at the end that
 * moved past it. Where both ends moved it keeps its days from the nearer one, as far as the new
 * stay has them.
 */
function startInside(local: string, before: LeadRow, after: LeadRow): string {
  const { check_in_local, check_out_local } = after
  if (check_in_local <= local && local <= check_out_local) return local
  const [was, is] = [datesOf(before), datesOf(after)]
  const haveBothMoved = was.checkIn !== is.checkIn && was.checkOut !== is.checkOut
  const end = nearerEnd(local, before) === 'check_in_local' ? 'checkIn' : 'checkOut'
  const days = haveBothMoved ? dayOf(is[end]) - dayOf(was[end]) : 0
  const moved = `${dateOf(dayOf(civilDateOf(local)) + days)}${local.slice(10)}`
  const day = clamp(civilDateOf(moved), is.checkIn, is.checkOut)
  return clamp(`${day}${local.slice(10)}`, check_in_local, check_out_local)
}

function clamp(text: string, from: string, to: string): string {
  if (text < from) return from
  return text > to ? to : text
}

function civilDateOf(local: string): string {
  return local.slice(0, 10)
}

/** Returns the end on whose day a local time is, else the nearer one. */
function endOf(local: string, lead: LeadRow) {
  const { checkIn, checkOut } = datesOf(lead)
  if (civilDateOf(local) === checkIn) return 'check_in_local'
  return civilDateOf(local) === checkOut ? 'check_out_local' : nearerEnd(local, lead)
}

function nearerEnd(local: string, { check_in_local, check_out_local }: LeadRow) {
  const distanceTo = (end: string) => Math.abs(Date.parse(`${local}Z`) - Date.parse(`${end}Z`))
  const isEarlier = distanceTo(check_in_local) <= distanceTo(check_out_local)
  return isEarlier ? 'check_in_local' : 'check_out_local'
}
