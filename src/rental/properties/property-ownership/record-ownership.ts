import type { Changes } from '../../events/events/changes.ts'
import { recordEvent, type Telling } from '../../events/events/record-event.ts'

/**
 * Emits PROPERTY_OWNERSHIP_UPDATED: a property has another owner or none, or its ownership other
 * settings (contract/events.md §3.5).
 */
export function recordOwnership(
  ctx: Telling,
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
