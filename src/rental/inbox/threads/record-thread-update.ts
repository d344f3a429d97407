import type { Changes } from '../../../pending-events/changes.ts'
import { type EventContext, recordEvent } from '../../../pending-events/record-event.ts'
import type { Thread } from './thread.ts'

/**
 * Emits the event of a changed thread, once per transaction (contract/messaging.md §7); none for
 * threads of samples.
 */
export function recordThreadUpdate(
  ctx: EventContext,
  thread: Thread,
  { isNew = false, changes = {} }: { isNew?: boolean; changes?: Changes } = {},
): void {
  if (thread.lead_status === 'SAMPLE') return
  recordEvent(ctx, {
    agencyUid: thread.agency_uid,
    type: 'INBOX_THREAD_UPDATED',
    keys: {
      thread_uid: thread.uid,
      lead_uid: thread.lead_uid,
      property_uid: thread.property_uid,
    },
    isNew,
    changes,
  })
}
