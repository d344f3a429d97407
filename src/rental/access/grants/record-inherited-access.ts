import { recordEvent, type Telling } from '../../events/events/record-event.ts'
import { listInheriting } from './grants.ts'

/**
 * Tells the partners of a hotel that they reach a new unit type of it, too (contract/events.md
 * §3.3). Within the transaction that adds it and holds the hotel.
 */
export async function recordInheritedAccess(
  ctx: Telling,
  unitType: { agency_uid: string; uid: string; hotel_uid: string },
): Promise<void> {
  const { agency_uid: agencyUid, uid: property_uid, hotel_uid } = unitType
  for (const { partner_uid: partnerUid, kind } of await listInheriting(ctx, agencyUid, hotel_uid)) {
    const type = kind === 'CHANNEL' ? 'CHANNEL_ACTIVATED' : 'PROPERTY_ACCESS_GRANTED'
    recordEvent(ctx, { agencyUid, type, keys: { property_uid }, partnerUid })
  }
}
