import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { touchHotel } from '../hotels/touch-hotel.ts'
import { lockProperty } from '../properties/properties.ts'
import { touchProperty } from '../properties/touch-property.ts'
import { checkNameFree } from './check-unit-name.ts'
import { checkUnheld, lockUnit } from './lock-unit.ts'
import type { UnitRow } from './unit.ts'
import { findUnit, updateUnit } from './units.ts'

/**
 * Renames a unit, or takes it in or out of service; its unit type and hotel change with it.
 *
 * @throws ApiError ALREADY_EXISTS, STATE_CONFLICT, UNIT_NOT_FOUND
 */
export async function changeUnit(
  ctx: Context,
  { agency_uid, uid, property_uid, hotel_uid }: UnitRow,
  wanted: { name?: string; active?: boolean },
): Promise<UnitRow> {
  return transaction(ctx, async (ctx: Context) => {
    const unitType = { agency_uid, uid: property_uid }
    await lockProperty(ctx, unitType)
    const present = await lockUnit(ctx, { agency_uid, uid })
    const name = wanted.name?.trim() ?? present.name
    const isActive = wanted.active ?? present.is_active
    if (name === present.name && isActive === present.is_active) return { ...present, hotel_uid }
    if (name !== present.name) await checkNameFree(ctx, unitType, name)
    if (present.is_active && !isActive) await checkUnheld(ctx, present)
    await updateUnit(ctx, present, { name, is_active: isActive })
    if (isActive && !present.is_active) await ctx.freedUnit(ctx, unitType)
    await touchProperty(ctx, unitType)
    await touchHotel(ctx, { agency_uid, uid: hotel_uid })
    return (await findUnit(ctx, uid))!
  })
}
