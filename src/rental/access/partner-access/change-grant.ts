import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { Party } from '../grants/change-grants.ts'
import type { Grant, WantedGrant } from '../grants/grant.ts'
import { grantAccess } from '../grants/grant-access.ts'
import { listGrants } from '../grants/grants.ts'

/**
 * Says what a partner may do with one property or hotel of an agency, and gives the grant; one that
 * is so already stays as it is.
 *
 * @throws ApiError ACCESS_DENIED for a property or hotel that has gone meanwhile
 */
export async function changeGrant(ctx: Context, party: Party, wanted: WantedGrant): Promise<Grant> {
  return transaction(ctx, async (ctx: Context) => {
    await grantAccess(ctx, party, wanted)
    const grants = await listGrants(ctx, party.agencyUid, party.partnerUid)
    return grants.find(({ object_uid }) => object_uid === wanted.objectUid)!
  })
}
