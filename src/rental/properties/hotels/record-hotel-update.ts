import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { updateHotel } from './hotels.ts'

/**
 * Bumps `updated_at` of a hotel and emits HOTEL_UPDATED after a change in another table
 * (contract/properties.md §7.4).
 */
export async function recordHotelUpdate(
  ctx: Context,
  hotel: { agency_uid: string; uid: string },
): Promise<void> {
  await updateHotel(ctx, hotel, {})
  const keys = { hotel_uid: hotel.uid }
  recordEvent(ctx, { agencyUid: hotel.agency_uid, type: 'HOTEL_UPDATED', keys })
}
