import type { Changes } from '../../events/events/changes.ts'
import { recordEvent, type Telling } from '../../events/events/record-event.ts'
import type { Thread } from './thread.ts'

/**
 * Tells that a thread has changed, once per transaction (contract/messaging.md §7); the threads of
 * samples are not spoken of.
 */
export function recordThreadUpdate(
  ctx: Telling,
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
