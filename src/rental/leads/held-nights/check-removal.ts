import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { hasCurrentOrFutureStays, occupiesUnit } from './leads-of-property.sql.ts'

interface Key {
  agency_uid: string
  uid: string
}

/** @throws ApiError STATE_CONFLICT while a property has guests, or guests to come */
export async function checkNoCurrentOrFutureStays(ctx: Context, property: Key): Promise<void> {
  if (!(await hasCurrentOrFutureStays(ctx, property))) return
  const message = 'The property has current or future stays; cancel or move them first'
  throw conflict('HAS_FUTURE_STAYS', message)
}

/** @throws ApiError STATE_CONFLICT while a lead holds nights of the unit that are to come */
export async function checkUnitUnoccupied(ctx: Context, unit: Key): Promise<void> {
  if (!(await occupiesUnit(ctx, unit))) return
  const message = 'The unit has current or future leads; move them to another unit first'
  throw conflict('OCCUPIED', message)
}

function conflict(state: string, text: string): ApiError {
  return new ApiError('STATE_CONFLICT', text, { members: { state, allowedActions: [] } })
}
