import { type EventContext, recordEvent } from '../../../pending-events/record-event.ts'
import type { Thread } from '../threads/thread.ts'
import type { MessageRow } from './message.ts'

/** Emits the event of a changed message status (contract/messaging.md §7). */
export function recordStatus(
  ctx: EventContext,
  { agency_uid, uid, status }: Pick<MessageRow, 'agency_uid' | 'uid' | 'status'>,
  thread: Pick<Thread, 'uid' | 'lead_uid' | 'property_uid' | 'lead_status'>,
  before: string,
): void {
  if (thread.lead_status === 'SAMPLE') return
  recordEvent(ctx, {
    agencyUid: agency_uid,
    type: 'MESSAGE_STATUS_UPDATED',
    keys: {
      message_uid: uid,
      thread_uid: thread.uid,
      lead_uid: thread.lead_uid,
      property_uid: thread.property_uid,
      status,
    },
    changes: { status: [before, status] },
  })
}
