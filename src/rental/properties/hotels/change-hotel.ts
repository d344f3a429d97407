import type { Context } from '../../../context.ts'
import { diffFields } from '../../../pending-events/changes.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { diffColumns } from '../../../platform/db/dirty-columns.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { fieldErrors, notFound } from '../../../platform/errors.ts'
import { coordinateErrors } from '../properties/property.ts'
import type { Hotel, HotelColumns } from './hotel.ts'
import { findHotel, lockHotel, updateHotel } from './hotels.ts'

/**
 * Updates the changed columns of a hotel. Emits no event if nothing changes.
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
    const current = await findHotel(ctx, hotel)
    if (!current) throw notFound('HOTEL_NOT_FOUND', hotel.uid)
    const errors = coordinateErrors({ ...current, ...columns })
    if (errors.length > 0) throw fieldErrors(errors)
    const changes = diffColumns(current, columns)
    if (Object.keys(changes).length === 0) return current
    await updateHotel(ctx, hotel, changes)
    recordEvent(ctx, {
      agencyUid: hotel.agency_uid,
      type: 'HOTEL_UPDATED',
      keys: { hotel_uid: hotel.uid },
      changes: diffFields(current, changes),
    })
    return (await findHotel(ctx, hotel))!
  })
}
