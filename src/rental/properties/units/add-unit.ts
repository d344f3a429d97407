import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { touchHotel } from '../hotels/touch-hotel.ts'
import { lockProperty } from '../properties/properties.ts'
import { touchProperty } from '../properties/touch-property.ts'
import { checkNameFree } from './check-unit-name.ts'
import type { UnitRow } from './unit.ts'
import { insertUnits } from './units.ts'

/**
 * Adds a unit to a unit type, which changes with its hotel (contract/properties.md §4, §7.4).
 *
 * @throws ApiError ALREADY_EXISTS
 */
export async function addUnit(
  ctx: Context,
  unitType: { agency_uid: string; uid: string; hotel_uid: string },
  wanted: { name: string; active?: boolean },
): Promise<UnitRow> {
  return transaction(ctx, async (ctx: Context) => {
    const { agency_uid, hotel_uid } = unitType
    await lockProperty(ctx, unitType)
    const now = ctx.clock.now()
    const unit = {
      agency_uid,
      uid: newUid(now.getTime()),
      property_uid: unitType.uid,
      name: wanted.name.trim(),
      is_active: wanted.active ?? true,
      created_at: now,
      updated_at: now,
    }
    await checkNameFree(ctx, unitType, unit.name)
    await insertUnits(ctx, [unit])
    if (unit.is_active) await ctx.freedUnit(ctx, unitType)
    await touchProperty(ctx, unitType)
    await touchHotel(ctx, { agency_uid, uid: hotel_uid })
    return { ...unit, hotel_uid }
  })
}
