import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { recordHotelUpdate } from '../hotels/record-hotel-update.ts'
import { lockProperty } from '../properties/properties.ts'
import { recordPropertyUpdate } from '../properties/record-property-update.ts'
import { checkNameFree } from './check-unit-name.ts'
import { lockUnit } from './lock-unit.ts'
import type { UnitRow } from './unit.ts'
import { findUnit, updateUnit } from './units.ts'

/**
 * Renames, activates or deactivates a unit. Updates its unit type and hotel.
 *
 * @throws ApiError ALREADY_EXISTS, STATE_CONFLICT, UNIT_NOT_FOUND
 */
export async function changeUnit(
  ctx: Context,
  { agency_uid, uid, property_uid, hotel_uid }: UnitRow,
  input: { name?: string; active?: boolean },
): Promise<UnitRow> {
  return transaction(ctx, async (ctx: Context) => {
    const unitType = { agency_uid, uid: property_uid }
    await lockProperty(ctx, unitType)
    const current = await lockUnit(ctx, { agency_uid, uid })
    const name = input.name?.trim() ?? current.name
    const isActive = input.active ?? current.is_active
    if (name === current.name && isActive === current.is_active) return { ...current, hotel_uid }
    if (name !== current.name) await checkNameFree(ctx, unitType, name)
    if (current.is_active && !isActive) await ctx.subscribers.unitRemoving(ctx, current)
    await updateUnit(ctx, current, { name, is_active: isActive })
    if (isActive && !current.is_active) await ctx.subscribers.unitAdded(ctx, unitType)
    await recordPropertyUpdate(ctx, unitType)
    await recordHotelUpdate(ctx, { agency_uid, uid: hotel_uid })
    return (await findUnit(ctx, uid))!
  })
}
