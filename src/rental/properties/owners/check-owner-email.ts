import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findOwnerByEmail } from './owners.ts'

/**
 * Checks that no other owner of a locked agency has this email address, ignoring case.
 *
 * @param ownUid owner that may have the address
 * @throws ApiError ALREADY_EXISTS
 */
export async function checkEmailFree(
  ctx: Context,
  agencyUid: string,
  email: string,
  ownUid?: string,
): Promise<void> {
  const existingUid = await findOwnerByEmail(ctx, agencyUid, email)
  if (existingUid === undefined || existingUid === ownUid) return
  throw new ApiError(
    'ALREADY_EXISTS',
    `The agency already has an owner with the e-mail address ${email}`,
    {
      members: { existingUid },
    },
  )
}
