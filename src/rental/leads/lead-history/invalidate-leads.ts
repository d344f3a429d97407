import type { EventContext } from '../../../pending-events/record-event.ts'
import {
  declareInvalidation,
  declareTenantInvalidation,
} from '../../../platform/db/cache-tags/invalidate.ts'
import type { LeadRow } from '../leads/lead.ts'
import type { LeadChange } from './lead-events.ts'

/**
 * Invalidates cached responses of changed leads: the leads, their former and present properties,
 * and the families of these, whose calendars show each other's occupied nights. If a family has not
 * been locked and so is unknown, all cached responses of the agency are invalidated.
 */
export function invalidateLeads(
  { pending }: Pick<EventContext, 'pending'>,
  changes: LeadChange[],
): void {
  for (const { before, after } of changes) {
    // Only the order changed; its write invalidates by itself.
    if (before === after) continue
    const { agency_uid, uid } = (after ?? before) as LeadRow
    declareInvalidation(agency_uid, [], [uid])
    for (const propertyUid of [before?.property_uid, after?.property_uid]) {
      if (!propertyUid) continue
      const familyUids = pending.listFamily(propertyUid)
      if (familyUids) declareInvalidation(agency_uid, familyUids, [])
      else declareTenantInvalidation()
    }
  }
}
