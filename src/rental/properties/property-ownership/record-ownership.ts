import { recordEvent, type Telling } from '../../events/events/record-event.ts'

/** Tells that a property has another owner, or none any more: contract/events.md §3.5. */
export function recordOwnership(
  ctx: Telling,
  { agency_uid, uid }: { agency_uid: string; uid: string },
  { before, after }: { before: string | null; after: string | null },
): void {
  recordEvent(ctx, {
    agencyUid: agency_uid,
    type: 'PROPERTY_OWNERSHIP_UPDATED',
    keys: { owner_uid: after, property_uid: uid },
    changes: { ownerUid: [before, after] },
  })
}
