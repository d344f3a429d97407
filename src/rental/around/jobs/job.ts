/** What is to be done at a property, and what becomes of it: contract/resources.md §1.1, §1.2. */
import type { Selectable } from 'kysely'
import { ApiError } from '../../../platform/errors.ts'
import type { JobsTable } from '../../tables.ts'

export const jobStatuses = ['NEW', 'ACCEPTED', 'DECLINED', 'DONE', 'CANCELLED'] as const
export type JobStatus = (typeof jobStatuses)[number]

export type Job = Omit<Selectable<JobsTable>, 'status'> & { status: JobStatus }

/** What names a job. */
export type JobKey = Pick<Job, 'agency_uid' | 'uid'>

/** The statuses of jobs that wait for somebody. */
export const openStatuses: JobStatus[] = ['NEW', 'ACCEPTED']

/** The statuses in which a job may still become another one. */
export const unendedStatuses: JobStatus[] = [...openStatuses, 'DECLINED']

export const jobActions = ['accept', 'decline', 'mark-as-done'] as const
export type JobAction = (typeof jobActions)[number]

/** Where each action leads. */
export const statusAfter = {
  accept: 'ACCEPTED',
  decline: 'DECLINED',
  'mark-as-done': 'DONE',
} as const satisfies Record<JobAction, JobStatus>

/** The event of coming into a status by an action. */
export const eventOfStatus = {
  ACCEPTED: 'JOB_ACCEPTED',
  DECLINED: 'JOB_DECLINED',
  DONE: 'JOB_DONE',
} as const

/** From which statuses a job comes into each, and how a refusal words it. */
const ways: Record<JobStatus, { from: JobStatus[]; wording: string }> = {
  NEW: { from: ['ACCEPTED', 'DECLINED'], wording: 'set back to NEW' },
  ACCEPTED: { from: ['NEW', 'DECLINED'], wording: 'accepted' },
  DECLINED: { from: ['NEW', 'ACCEPTED'], wording: 'declined' },
  DONE: { from: ['NEW', 'ACCEPTED'], wording: 'marked as done' },
  CANCELLED: { from: unendedStatuses, wording: 'cancelled' },
}

/** The actions that a job in a status can take. */
function allowedActions(status: JobStatus): JobAction[] {
  return jobActions.filter(action => ways[statusAfter[action]].from.includes(status))
}

/**
 * The columns of a job that comes into another status, or none if it is in it already.
 *
 * @throws ApiError STATE_CONFLICT
 */
export function enteredColumns(job: Job, to: JobStatus, now: Date): Partial<Job> {
  if (job.status === to) return {}
  const { from, wording } = ways[to]
  if (from.includes(job.status)) return { status: to, done_at: to === 'DONE' ? now : null }
  const text = `Job ${job.uid} cannot be ${wording} in status ${job.status}`
  throw new ApiError('STATE_CONFLICT', text, {
    members: { state: job.status, allowedActions: allowedActions(job.status) },
  })
}

/** How long a job lasts at most. */
const daysMax = 31
const dayMs = 86_400_000

/** What is wrong with the ends of a job, local times both; null: nothing. */
export function wrongEnds(start: string, end: string): string | null {
  const ms = Date.parse(`${end}Z`) - Date.parse(`${start}Z`)
  if (ms < 0) return 'The end of a job must not be before its start'
  return ms > daysMax * dayMs ? `A job can last at most ${daysMax} days` : null
}
