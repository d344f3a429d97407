import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { lockOneUnit } from './units.ts'

type LockedUnit = NonNullable<Awaited<ReturnType<typeof lockOneUnit>>>

/** @throws ApiError UNIT_NOT_FOUND if it was deleted concurrently */
export async function lockUnit(
  ctx: Context,
  unit: { agency_uid: string; uid: string },
): Promise<LockedUnit> {
  const locked = await lockOneUnit(ctx, unit)
  if (!locked) throw notFound('UNIT_NOT_FOUND', unit.uid)
  return locked
}
