/** Events of jobs: contract/resources.md §1.2, §1.3. */
import { diffFields } from '../../../pending-events/changes.ts'
import type { EventType } from '../../../pending-events/event.ts'
import { type EventContext, recordEvent } from '../../../pending-events/record-event.ts'
import { type Job, statusEvents } from './job.ts'

type JobEvent = Extract<EventType, `JOB_${string}`>

/** Names of columns in events that are not derived from the column; null: not in events. */
const fieldNames = {
  start_local: 'startLocalDateTime',
  end_local: 'endLocalDateTime',
  done_at: 'doneUtcDateTime',
  cancelled_with_lead_uid: null,
}

/** Emits an event of a job. For a changed job, `before` is its former row. */
export function recordJobEvent(ctx: EventContext, type: JobEvent, job: Job, before?: Job): void {
  recordEvent(ctx, {
    agencyUid: job.agency_uid,
    type,
    keys: { job_uid: job.uid, property_uid: job.property_uid, lead_uid: job.lead_uid },
    isNew: type === 'JOB_CREATED',
    ...(before ? { changes: diffFields(before, job, fieldNames) } : {}),
  })
}

/** Emits JOB_UPDATED for each job with a new row in `after`. */
export function recordJobChanges(ctx: EventContext, before: Job[], after: Job[]): void {
  const updatedByUid = new Map(after.map(job => [job.uid, job]))
  for (const job of before) {
    const updated = updatedByUid.get(job.uid)
    if (updated) recordJobEvent(ctx, 'JOB_UPDATED', updated, job)
  }
}

/** Returns the event for entering the status of a job; null if there is none. */
export function findStatusEvent({ status }: Job): JobEvent | null {
  return status in statusEvents ? statusEvents[status as keyof typeof statusEvents] : null
}
