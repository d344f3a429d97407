import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { removeOwnerOwnerships } from '../property-ownership/property-ownership.ts'
import { recordOwnership } from '../property-ownership/record-ownership.ts'
import type { Owner } from './owner.ts'
import { removePortalPassword } from './owner-passwords.ts'
import { lockOwner, updateOwner } from './owners.ts'

/**
 * Soft-deletes an owner, its ownerships and its portal password. Blocks and adjustments stay
 * (contract/resources.md §2.1).
 *
 * @throws ApiError OWNER_NOT_FOUND if it was deleted concurrently
 */
export async function deleteOwner(
  ctx: Context,
  { agency_uid, uid }: Pick<Owner, 'agency_uid' | 'uid'>,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const owner = await lockOwner(ctx, { agency_uid, uid })
    if (!owner) throw notFound('OWNER_NOT_FOUND', uid)
    for (const propertyUid of await removeOwnerOwnerships(ctx, owner)) {
      recordOwnership(ctx, { agency_uid, uid: propertyUid }, null, { ownerUid: [uid, null] })
    }
    await removePortalPassword(ctx, owner)
    await updateOwner(ctx, owner, { deleted_at: ctx.clock.now() })
    recordEvent(ctx, { agencyUid: agency_uid, type: 'OWNER_DELETED', keys: { owner_uid: uid } })
  })
}
