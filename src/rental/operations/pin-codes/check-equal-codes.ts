import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { fingerprintCode } from './encrypted-opening.ts'
import { type CodeAtLock, findEqualCode } from './pin-codes.ts'

/**
 * Checks that no other pin code has the same code at the same lock and time. If a concurrent
 * transaction adds one, the table rejects the write. The retry then gets this error.
 *
 * @throws ApiError ALREADY_EXISTS
 */
export async function checkCodeIsUnique(
  ctx: Pick<Context, 'db' | 'cipher'>,
  pinCode: CodeAtLock,
  code: string | null,
): Promise<void> {
  if (code === null) return
  const existingUid = await findEqualCode(ctx, pinCode, fingerprintCode(ctx.cipher, pinCode, code))
  if (existingUid === undefined) return
  const message = `Pin code ${existingUid} has the same code on this lock at that time`
  throw new ApiError('ALREADY_EXISTS', message, { members: { existingUid } })
}
