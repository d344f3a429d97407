/** Changes of a job when its lead changes: contract/resources.md §1.2. Pure. */

import {
  dateLength,
  dateOf,
  dayOf,
  resolveLocal,
  shiftLocal,
} from '../../../platform/dates/dates.ts'
import { diffColumns } from '../../../platform/db/dirty-columns.ts'
import { hasEnded, hasReopened, type LeadChange } from '../../leads/lead-history/lead-events.ts'
import { datesOf, type LeadRow } from '../../leads/leads/lead.ts'
import { changeableStatuses, type Job, openStatuses } from './job.ts'

/** Inputs that depend on the lead's property and the job's service. */
export interface LeadJobInputs {
  /** Null if the lead has no property. */
  timeZone: string | null
  /** True if the service is not deleted. */
  hasService: boolean
}

/** Columns of a lead that affect its jobs. */
const leadColumns = ['property_uid', 'unit_uid', 'check_in_local', 'check_out_local'] as const

/** Returns whether a change of a lead may change its jobs. */
export function affectsJobs(change: LeadChange): boolean {
  const { before, after } = change
  // A new lead has no jobs.
  if (before === null) return false
  if (hasEnded(change)) return true
  return hasReopened(change) || leadColumns.some(column => before[column] !== after![column])
}

/** Returns whether a job was cancelled with its lead, and the lead is reopened. */
export function isRestoredWithLead(job: Job, change: LeadChange): boolean {
  return hasReopened(change) && job.cancelled_with_lead_uid === change.before!.uid
}

/**
 * Returns the columns of a job that change with its lead; none if it stays the same. A job that is
 * done or cancelled does not move. If its lead moves to another property, the job is detached from
 * it, since a job and its lead have the same property. An accepted job that moves to another day
 * is NEW again, since its provider accepted the former day.
 */
export function columnsAfterLeadChange(
  job: Job,
  change: LeadChange,
  inputs: LeadJobInputs,
): Partial<Job> {
  if (hasEnded(change)) return cancelledColumns(job, change)
  // `affectsJobs` requires a former row. A lead that has not ended has a current one.
  const before = change.before!
  const after = change.after!
  const isRestored = isRestoredWithLead(job, change) && inputs.hasService
  const isMovable = isRestored || changeableStatuses.includes(job.status)
  const hasMovedProperty = after.property_uid !== before.property_uid
  const movesWithLead = isMovable && after.property_uid !== null
  if (hasMovedProperty && !movesWithLead) return { lead_uid: null }
  const keepsTimes = !isMovable || inputs.timeZone === null
  const times = keepsTimes ? {} : timeColumns(job, before, after, inputs.timeZone!)
  return diffColumns(job, {
    ...(isRestored ? { cancelled_with_lead_uid: null } : {}),
    ...(isRestored || losesAcceptance(job, times) ? { status: 'NEW' as const } : {}),
    ...(hasMovedProperty ? { property_uid: after.property_uid! } : {}),
    ...(movesWithLead ? unitColumns(job, before, after) : {}),
    ...times,
  })
}

/** Returns whether an accepted job moves to another day. */
function losesAcceptance({ status, start_local }: Job, { start_local: start }: Partial<Job>) {
  return (
    status === 'ACCEPTED' && start !== undefined && civilDateOf(start) !== civilDateOf(start_local)
  )
}

function cancelledColumns(job: Job, { before, after }: LeadChange): Partial<Job> {
  if (!openStatuses.includes(job.status)) return {}
  // The jobs of a deleted lead are never restored.
  return { status: 'CANCELLED', cancelled_with_lead_uid: after === null ? null : before!.uid }
}

/**
 * Returns the new unit of a job. It follows its lead if it is in the lead's unit or the property
 * changes.
 */
function unitColumns(job: Job, before: LeadRow, after: LeadRow): Partial<Job> {
  if (job.unit_uid === null) return {}
  const follows = job.unit_uid === before.unit_uid || after.property_uid !== before.property_uid
  return follows ? { unit_uid: after.unit_uid } : {}
}

/** Returns the local times of a job after its stay changed, with the same duration. */
function timeColumns(job: Job, before: LeadRow, after: LeadRow, timeZone: string): Partial<Job> {
  const target = isBetween(job.start_local, before)
    ? startInside(job.start_local, before, after)
    : startOutside(job.start_local, before, after)
  if (target === job.start_local) return {}
  const start = resolveLocal(target, timeZone).local
  const end = resolveLocal(shiftLocal(job.end_local, job.start_local, target), timeZone).local
  // A change of clocks may have moved the start after the end.
  return { start_local: start, end_local: end < start ? start : end }
}

/** Returns whether a local time is on a day between check-in and check-out. */
function isBetween(local: string, lead: LeadRow): boolean {
  const { checkIn, checkOut } = datesOf(lead)
  return checkIn < civilDateOf(local) && civilDateOf(local) < checkOut
}

/**
 * Returns a start on or outside the days of check-in and check-out, at the same distance from the
 * nearer one. A start on one of these days remains on it, even if the new hour passes midnight.
 */
function startOutside(local: string, before: LeadRow, after: LeadRow): string {
  const endColumn = referenceEnd(local, before)
  const moved = shiftLocal(local, before[endColumn], after[endColumn])
  const wasOnDay = civilDateOf(local) === civilDateOf(before[endColumn])
  const newDay = civilDateOf(after[endColumn])
  return wasOnDay && civilDateOf(moved) !== newDay ? `${newDay}${timeOf(local)}` : moved
}

/**
 * Returns a start between check-in and check-out: unchanged if the new stay includes it, else at
 * the end that moved past it. If both ends moved, it keeps its distance in days from the nearer
 * one, within the new stay.
 */
function startInside(local: string, before: LeadRow, after: LeadRow): string {
  const { check_in_local, check_out_local } = after
  if (check_in_local <= local && local <= check_out_local) return local
  const [former, current] = [datesOf(before), datesOf(after)]
  const haveBothMoved = former.checkIn !== current.checkIn && former.checkOut !== current.checkOut
  const end = nearerEnd(local, before) === 'check_in_local' ? 'checkIn' : 'checkOut'
  const days = haveBothMoved ? dayOf(current[end]) - dayOf(former[end]) : 0
  const moved = `${dateOf(dayOf(civilDateOf(local)) + days)}${timeOf(local)}`
  const day = clamp(civilDateOf(moved), current.checkIn, current.checkOut)
  return clamp(`${day}${timeOf(local)}`, check_in_local, check_out_local)
}

function clamp(local: string, min: string, max: string): string {
  if (local < min) return min
  return local > max ? max : local
}

function timeOf(local: string): string {
  return local.slice(dateLength)
}

function civilDateOf(local: string): string {
  return local.slice(0, dateLength)
}

/** Returns the end of the stay on the day of a local time, else the nearer end. */
function referenceEnd(local: string, lead: LeadRow) {
  const { checkIn, checkOut } = datesOf(lead)
  if (civilDateOf(local) === checkIn) return 'check_in_local'
  return civilDateOf(local) === checkOut ? 'check_out_local' : nearerEnd(local, lead)
}

function nearerEnd(local: string, { check_in_local, check_out_local }: LeadRow) {
  const distanceTo = (end: string) => Math.abs(Date.parse(`${local}Z`) - Date.parse(`${end}Z`))
  const isCheckInNearer = distanceTo(check_in_local) <= distanceTo(check_out_local)
  return isCheckInNearer ? 'check_in_local' : 'check_out_local'
}
