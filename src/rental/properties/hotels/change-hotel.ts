import type { Context } from '../../../context.ts'
import { differing } from '../../../platform/db/differing.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import { changesOf } from '../../events/events/changes.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import { coordinateErrors } from '../properties/property.ts'
import type { Hotel, HotelColumns } from './hotel.ts'
import { findHotel, lockHotel, updateHotel } from './hotels.ts'

/**
 * Writes what differs of a hotel; nothing that differs leaves it untouched.
 *
 * @throws ApiError INVALID_PARAMETER, HOTEL_NOT_FOUND
 */
export async function changeHotel(
  ctx: Context,
  hotel: { agency_uid: string; uid: string },
  columns: Partial<HotelColumns>,
): Promise<Hotel> {
  return transaction(ctx, async (ctx: Context) => {
    await lockHotel(ctx, hotel)
    const present = await findHotel(ctx, hotel)
    if (!present) throw notFound('HOTEL_NOT_FOUND', hotel.uid)
    const errors = coordinateErrors({ ...present, ...columns })
    if (errors.length > 0) throw fieldErrors(errors)
    const changes = differing(present, columns)
    if (Object.keys(changes).length === 0) return present
    await updateHotel(ctx, hotel, changes)
    recordEvent(ctx, {
      agencyUid: hotel.agency_uid,
      type: 'HOTEL_UPDATED',
      keys: { hotel_uid: hotel.uid },
      changes: changesOf(present, changes),
    })
    return (await findHotel(ctx, hotel))!
  })
}
