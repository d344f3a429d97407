import type { Context } from '../../../context.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Room } from './lock-rooms.ts'
import { reachedUnit } from './units.ts'

/**
 * The unit that a request names for a lead, or null if it names none. Only a unit type has units
 * that can be named (contract/properties.md §7.3).
 *
 * @throws ApiError ACCESS_DENIED, INVALID_PARAMETER for a unit of another property
 */
export async function askedUnit(
  ctx: Context,
  room: Room | null,
  text: string | null,
  parameter = 'unitUid',
): Promise<string | null> {
  if (text === null) return null
  const uid = asUid(text)
  const isUnitType = room !== null && room.hotel_uid !== null
  if (isUnitType && room.units.some(unit => unit.uid === uid)) return uid
  await reachedUnit(ctx, text, { parameter })
  throw invalidParameter(parameter, `does not belong to property ${room?.uid ?? 'of the lead'}`)
}
