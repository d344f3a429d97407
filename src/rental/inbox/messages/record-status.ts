import { recordEvent, type Telling } from '../../events/events/record-event.ts'
import type { Thread } from '../threads/thread.ts'
import type { MessageRow } from './message.ts'

/** Tells that the status of a message has changed (contract/messaging.md §7). */
export function recordStatus(
  ctx: Telling,
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
