import type { Changes } from '../../../pending-events/changes.ts'
import { type EventContext, recordEvent } from '../../../pending-events/record-event.ts'

/**
 * Emits PROPERTY_OWNERSHIP_UPDATED after a change of owner or settings (contract/events.md §3.5).
 */
export function recordOwnership(
  ctx: EventContext,
  { agency_uid, uid }: { agency_uid: string; uid: string },
  ownerUid: string | null,
  changes: Changes,
): void {
  recordEvent(ctx, {
    agencyUid: agency_uid,
    type: 'PROPERTY_OWNERSHIP_UPDATED',
    keys: { owner_uid: ownerUid, property_uid: uid },
    changes,
  })
}
