import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { touchHotel } from '../hotels/touch-hotel.ts'
import { lockProperty } from '../properties/properties.ts'
import { touchProperty } from '../properties/touch-property.ts'
import { checkUnheld, lockUnit } from './lock-unit.ts'
import type { UnitRow } from './unit.ts'
import { updateUnit } from './units.ts'

/**
 * Deletes a unit softly; its unit type and hotel change with it.
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
    await checkUnheld(ctx, unit)
    await updateUnit(ctx, unit, { deleted_at: ctx.clock.now() })
    await touchProperty(ctx, { agency_uid, uid: property_uid })
    await touchHotel(ctx, { agency_uid, uid: hotel_uid })
  })
}
