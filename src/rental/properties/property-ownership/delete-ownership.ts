import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { removeOwnership } from './property-ownership.ts'
import { recordOwnership } from './record-ownership.ts'

/**
 * Removes the owner of a property.
 *
 * @param ownerUid only if this is the owner
 * @throws ApiError PROPERTY_OWNERSHIP_NOT_FOUND if the property has no owner, or another one
 */
export async function deleteOwnership(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  ownerUid?: string,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const removed = await removeOwnership(ctx, property, ownerUid)
    if (!removed) throw notFound('PROPERTY_OWNERSHIP_NOT_FOUND', property.uid)
    recordOwnership(ctx, property, null, { ownerUid: [removed.owner_uid, null] })
  })
}
