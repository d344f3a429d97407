import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Ical } from './ical.ts'
import { findAtAddress } from './icals.ts'

/**
 * Checks that no other calendar of the property is at an address. The property has to be locked.
 *
 * @throws ApiError ALREADY_EXISTS
 */
export async function checkAddressIsNew(
  ctx: Pick<Context, 'db'>,
  ical: Pick<Ical, 'agency_uid' | 'property_uid' | 'uid'>,
  digest: string,
): Promise<void> {
  const existingUid = await findAtAddress(ctx, ical, digest)
  if (existingUid === undefined) return
  const text = 'The property already has a calendar with this url'
  throw new ApiError('ALREADY_EXISTS', text, { members: { existingUid } })
}
