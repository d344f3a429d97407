import type { Context } from '../../../context.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import type { LockedInventory } from './lock-inventory.ts'
import { requireUnit } from './units.ts'

/**
 * Returns the unit that a request names for a lead; null if it names none. Only units of unit types
 * can be named (contract/properties.md §7.3).
 *
 * @throws ApiError ACCESS_DENIED, INVALID_PARAMETER for a unit of another property
 */
export async function readUnitParam(
  ctx: Context,
  inventory: LockedInventory | null,
  text: string | null,
  parameter = 'unitUid',
): Promise<string | null> {
  if (text === null) return null
  const uid = asUid(text)
  const isUnitType = inventory !== null && inventory.hotel_uid !== null
  if (isUnitType && inventory.units.some(unit => unit.uid === uid)) return uid
  await requireUnit(ctx, text, { parameter })
  throw invalidParameter(
    parameter,
    `does not belong to property ${inventory?.uid ?? 'of the lead'}`,
  )
}
