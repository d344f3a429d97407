import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { recordHotelUpdate } from '../hotels/record-hotel-update.ts'
import { lockProperty } from '../properties/properties.ts'
import { recordPropertyUpdate } from '../properties/record-property-update.ts'
import { checkNameFree } from './check-unit-name.ts'
import type { UnitRow } from './unit.ts'
import { insertUnits } from './units.ts'

/**
 * Adds a unit to a unit type. Updates the unit type and its hotel (contract/properties.md §4,
 * §7.4).
 *
 * @throws ApiError ALREADY_EXISTS
 */
export async function addUnit(
  ctx: Context,
  unitType: { agency_uid: string; uid: string; hotel_uid: string },
  input: { name: string; active?: boolean },
): Promise<UnitRow> {
  return transaction(ctx, async (ctx: Context) => {
    const { agency_uid, hotel_uid } = unitType
    await lockProperty(ctx, unitType)
    const now = ctx.clock.now()
    const unit = {
      agency_uid,
      uid: newUid(now.getTime()),
      property_uid: unitType.uid,
      name: input.name.trim(),
      is_active: input.active ?? true,
      created_at: now,
      updated_at: now,
    }
    await checkNameFree(ctx, unitType, unit.name)
    await insertUnits(ctx, [unit])
    if (unit.is_active) await ctx.subscribers.unitAdded(ctx, unitType)
    await recordPropertyUpdate(ctx, unitType)
    await recordHotelUpdate(ctx, { agency_uid, uid: hotel_uid })
    return { ...unit, hotel_uid }
  })
}
