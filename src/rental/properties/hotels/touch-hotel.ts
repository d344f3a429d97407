import type { Context } from '../../../context.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { updateHotel } from './hotels.ts'

/** Says that what a hotel shows of itself changed elsewhere (contract/properties.md §7.4). */
export async function touchHotel(
  ctx: Context,
  hotel: { agency_uid: string; uid: string },
): Promise<void> {
  await updateHotel(ctx, hotel, {})
  const keys = { hotel_uid: hotel.uid }
  recordEvent(ctx, { agencyUid: hotel.agency_uid, type: 'HOTEL_UPDATED', keys })
}
