import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findWord } from './promo-codes.ts'

/** @throws ApiError ALREADY_EXISTS when another code of the agency has the word in any case */
export async function checkWordFree(
  ctx: Context,
  agencyUid: string,
  code: string,
  ownUid?: string,
): Promise<void> {
  const existingUid = await findWord(ctx, agencyUid, code)
  if (existingUid === undefined || existingUid === ownUid) return
  const members = { parameter: 'code', existingUid }
  throw new ApiError('ALREADY_EXISTS', `The agency already has a promo code ${code}`, { members })
}
