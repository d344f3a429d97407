import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { lockOwner, reachedOwner } from '../owners/owners.ts'
import { lockProperty } from '../properties/properties.ts'
import { findOwnership, storeOwnership } from './property-ownership.ts'
import { recordOwnership } from './record-ownership.ts'

/**
 * Makes an owner of the same agency the one of a property; the one that it has already stays.
 *
 * @param ownerText how the request names the owner
 * @throws ApiError OWNER_NOT_FOUND
 */
export async function changeOwnership(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  ownerText: string,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const wanted = await reachedOwner(ctx, ownerText)
    const isForeign = wanted.agency_uid !== property.agency_uid
    await lockProperty(ctx, property)
    const owner = isForeign ? undefined : await lockOwner(ctx, wanted)
    if (!owner) throw notFound('OWNER_NOT_FOUND', ownerText)
    const present = await findOwnership(ctx, property)
    if (present?.owner_uid === owner.uid) return
    recordOwnership(ctx, property, { before: present?.owner_uid ?? null, after: owner.uid })
    await storeOwnership(ctx, property, owner.uid)
  })
}
