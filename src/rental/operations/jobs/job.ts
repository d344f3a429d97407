/** A job at a property and its statuses: contract/resources.md §1.1, §1.2. */

import type { Selectable } from 'kysely'
import { dayMs } from '../../../platform/dates/dates.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { JobsTable } from '../../tables.ts'

export const jobStatuses = ['NEW', 'ACCEPTED', 'DECLINED', 'DONE', 'CANCELLED'] as const
export type JobStatus = (typeof jobStatuses)[number]

export type Job = Omit<Selectable<JobsTable>, 'status'> & { status: JobStatus }

export type JobKey = Pick<Job, 'agency_uid' | 'uid'>

/** Statuses of jobs that are still to be done. */
export const openStatuses: JobStatus[] = ['NEW', 'ACCEPTED']

/** Statuses of jobs that can still change. */
export const changeableStatuses: JobStatus[] = [...openStatuses, 'DECLINED']

export const jobActions = ['accept', 'decline', 'mark-as-done'] as const
export type JobAction = (typeof jobActions)[number]

/** Status that each action leads to. */
export const statusAfter = {
  accept: 'ACCEPTED',
  decline: 'DECLINED',
  'mark-as-done': 'DONE',
} as const satisfies Record<JobAction, JobStatus>

/** Event of each status that an action leads to. */
export const statusEvents = {
  ACCEPTED: 'JOB_ACCEPTED',
  DECLINED: 'JOB_DECLINED',
  DONE: 'JOB_DONE',
} as const

/** Statuses from which a job can enter each status, and the wording of the status in errors. */
const transitions: Record<JobStatus, { from: JobStatus[]; label: string }> = {
  NEW: { from: ['ACCEPTED', 'DECLINED'], label: 'set back to NEW' },
  ACCEPTED: { from: ['NEW', 'DECLINED'], label: 'accepted' },
  DECLINED: { from: ['NEW', 'ACCEPTED'], label: 'declined' },
  DONE: { from: ['NEW', 'ACCEPTED'], label: 'marked as done' },
  CANCELLED: { from: changeableStatuses, label: 'cancelled' },
}

function allowedActions(status: JobStatus): JobAction[] {
  return jobActions.filter(action => transitions[statusAfter[action]].from.includes(status))
}

/**
 * Returns the columns that change when a job enters a status; none if it already has it.
 *
 * @throws ApiError STATE_CONFLICT
 */
export function statusColumns(job: Job, to: JobStatus, now: Date): Partial<Job> {
  if (job.status === to) return {}
  const { from, label } = transitions[to]
  if (from.includes(job.status)) return { status: to, done_at: to === 'DONE' ? now : null }
  const message = `Job ${job.uid} cannot be ${label} in status ${job.status}`
  throw new ApiError('STATE_CONFLICT', message, {
    members: { state: job.status, allowedActions: allowedActions(job.status) },
  })
}

/** Maximum duration of a job. */
const daysMax = 31

/** Returns an error message about a job's local start and end; null if they are valid. */
export function findTimesFault(start: string, end: string): string | null {
  const ms = Date.parse(`${end}Z`) - Date.parse(`${start}Z`)
  if (ms < 0) return 'The end of a job must not be before its start'
  return ms > daysMax * dayMs ? `A job can last at most ${daysMax} days` : null
}
