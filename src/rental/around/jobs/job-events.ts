/** What is told of jobs: contract/resources.md §1.2, §1.3. */
import { changesOf } from '../../events/events/changes.ts'
import type { EventType } from '../../events/events/event.ts'
import { recordEvent, type Telling } from '../../events/events/record-event.ts'
import { eventOfStatus, type Job } from './job.ts'

type JobEvent = Extract<EventType, `JOB_${string}`>

const names = {
  start_local: 'startLocalDateTime',
  end_local: 'endLocalDateTime',
  done_at: 'doneUtcDateTime',
  cancelled_with_lead_uid: null,
}

/** Tells of a job; `before` is the job as it was, if it was changed. */
export function recordJobEvent(ctx: Telling, type: JobEvent, job: Job, before?: Job): void {
  recordEvent(ctx, {
    agencyUid: job.agency_uid,
    type,
    keys: { job_uid: job.uid, property_uid: job.property_uid, lead_uid: job.lead_uid },
    isNew: type === 'JOB_CREATED',
    ...(before ? { changes: changesOf(before, job, names) } : {}),
  })
}

/** Tells of jobs that were changed, each as it was and as it is. */
export function recordJobChanges(ctx: Telling, before: Job[], after: Job[]): void {
  const changed = new Map(after.map(job => [job.uid, job]))
  for (const job of before) {
    const is = changed.get(job.uid)
    if (is) recordJobEvent(ctx, 'JOB_UPDATED', is, job)
  }
}

/** The event of the status that a job has come into, if it has one of its own. */
export function eventOf({ status }: Job): JobEvent | null {
  return status in eventOfStatus ? eventOfStatus[status as keyof typeof eventOfStatus] : null
}
