import { type EventContext, recordEvent } from '../../../pending-events/record-event.ts'
import { listHotelPartners } from './grants.ts'

/**
 * Records events for the partners of a hotel, which get access to a new unit type, too
 * (contract/events.md §3.3). Called in the transaction that inserts it and locks the hotel.
 */
export async function recordInheritedAccess(
  ctx: EventContext,
  unitType: { agency_uid: string; uid: string; hotel_uid: string },
): Promise<void> {
  const { agency_uid: agencyUid, uid: property_uid, hotel_uid } = unitType
  for (const { partner_uid: partnerUid, kind } of await listHotelPartners(
    ctx,
    agencyUid,
    hotel_uid,
  )) {
    const type = kind === 'CHANNEL' ? 'CHANNEL_ACTIVATED' : 'PROPERTY_ACCESS_GRANTED'
    recordEvent(ctx, { agencyUid, type, keys: { property_uid }, partnerUid })
  }
}
