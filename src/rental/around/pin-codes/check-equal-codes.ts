import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findEqual, type LockedTime } from './pin-codes.ts'
import { fingerprintsOf } from './sealed-opening.ts'

/**
 * Checks that no other pin code gives an equal code to the same lock at the same time. Whoever
 * comes at the same moment is stopped by the table, runs again, and is refused here.
 *
 * @throws ApiError ALREADY_EXISTS
 */
export async function checkNoEqual(
  ctx: Pick<Context, 'db' | 'sealer'>,
  pinCode: LockedTime,
  code: string | null,
): Promise<void> {
  if (code === null) return
  const existingUid = await findEqual(ctx, pinCode, fingerprintsOf(ctx.sealer, pinCode, code))
  if (existingUid === undefined) return
  const text = `Pin code ${existingUid} has the same code on this lock at that time`
  throw new ApiError('ALREADY_EXISTS', text, { members: { existingUid } })
}
