import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { findHotel, lockHotel, updateHotel } from './hotels.ts'

/**
 * Soft-deletes a hotel.
 *
 * @throws ApiError STATE_CONFLICT if it has unit types, HOTEL_NOT_FOUND
 */
export async function deleteHotel(
  ctx: Context,
  hotel: { agency_uid: string; uid: string },
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    await lockHotel(ctx, hotel)
    const current = await findHotel(ctx, hotel)
    if (!current) throw notFound('HOTEL_NOT_FOUND', hotel.uid)
    if (current.unit_types_uids.length > 0) {
      throw new ApiError(
        'STATE_CONFLICT',
        'The multi-unit property still has unit types; delete them first',
        {
          members: { state: 'HAS_UNIT_TYPES', allowedActions: [] },
        },
      )
    }
    await updateHotel(ctx, hotel, { deleted_at: ctx.clock.now() })
    const keys = { hotel_uid: hotel.uid }
    recordEvent(ctx, { agencyUid: hotel.agency_uid, type: 'HOTEL_UPDATED', keys })
  })
}
