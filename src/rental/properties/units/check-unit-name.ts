import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findUnitByName } from './units.ts'

/** @throws ApiError ALREADY_EXISTS if the unit type has a unit with this name */
export async function checkNameFree(
  ctx: Context,
  unitType: { agency_uid: string; uid: string },
  name: string,
): Promise<void> {
  const existingUid = await findUnitByName(ctx, unitType, name)
  if (existingUid === undefined) return
  throw new ApiError('ALREADY_EXISTS', `The unit type already has a unit named ${name}`, {
    members: { parameter: 'name', existingUid },
  })
}
