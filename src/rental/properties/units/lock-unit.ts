import type { Context } from '../../../context.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { holdsUnit } from '../../leads/held-nights/leads-of-property.sql.ts'
import { lockOneUnit } from './units.ts'

type LockedUnit = NonNullable<Awaited<ReturnType<typeof lockOneUnit>>>

/** @throws ApiError UNIT_NOT_FOUND when it was deleted meanwhile */
export async function lockUnit(
  ctx: Context,
  unit: { agency_uid: string; uid: string },
): Promise<LockedUnit> {
  const locked = await lockOneUnit(ctx, unit)
  if (!locked) throw notFound('UNIT_NOT_FOUND', unit.uid)
  return locked
}

/** @throws ApiError STATE_CONFLICT while a lead holds nights of the unit that are to come */
export async function checkUnheld(ctx: Context, unit: LockedUnit): Promise<void> {
  if (!(await holdsUnit(ctx, unit))) return
  throw new ApiError(
    'STATE_CONFLICT',
    'The unit has current or future leads; move them to another unit first',
    {
      members: { state: 'OCCUPIED', allowedActions: [] },
    },
  )
}
