import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findCodeUid } from './promo-codes.ts'

/**
 * Checks that a code is unique within an agency, case-insensitive.
 *
 * @throws ApiError ALREADY_EXISTS
 */
export async function checkCodeUnique(
  ctx: Context,
  agencyUid: string,
  code: string,
  ownUid?: string,
): Promise<void> {
  const existingUid = await findCodeUid(ctx, agencyUid, code)
  if (existingUid === undefined || existingUid === ownUid) return
  const members = { parameter: 'code', existingUid }
  throw new ApiError('ALREADY_EXISTS', `The agency already has a promo code ${code}`, { members })
}
