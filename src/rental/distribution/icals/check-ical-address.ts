import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Ical } from './ical.ts'
import { findIcalUidByUrl } from './icals.ts'

/**
 * Checks that no other calendar of the property has the same URL. The property must be locked.
 *
 * @throws ApiError ALREADY_EXISTS
 */
export async function checkAddressIsNew(
  ctx: Pick<Context, 'db'>,
  ical: Pick<Ical, 'agency_uid' | 'property_uid' | 'uid'>,
  urlDigest: string,
): Promise<void> {
  const existingUid = await findIcalUidByUrl(ctx, ical, urlDigest)
  if (existingUid === undefined) return
  const message = 'The property already has a calendar with this url'
  throw new ApiError('ALREADY_EXISTS', message, { members: { existingUid } })
}
