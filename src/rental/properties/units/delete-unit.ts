import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { recordHotelUpdate } from '../hotels/record-hotel-update.ts'
import { lockProperty } from '../properties/properties.ts'
import { recordPropertyUpdate } from '../properties/record-property-update.ts'
import { lockUnit } from './lock-unit.ts'
import type { UnitRow } from './unit.ts'
import { updateUnit } from './units.ts'

/**
 * Soft-deletes a unit. Updates its unit type and hotel.
 *
 * @throws ApiError STATE_CONFLICT, UNIT_NOT_FOUND
 */
export async function deleteUnit(
  ctx: Context,
  { agency_uid, uid, property_uid, hotel_uid }: UnitRow,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    await lockProperty(ctx, { agency_uid, uid: property_uid })
    const unit = await lockUnit(ctx, { agency_uid, uid })
    await ctx.subscribers.unitRemoving(ctx, unit)
    await updateUnit(ctx, unit, { deleted_at: ctx.clock.now() })
    await recordPropertyUpdate(ctx, { agency_uid, uid: property_uid })
    await recordHotelUpdate(ctx, { agency_uid, uid: hotel_uid })
  })
}
