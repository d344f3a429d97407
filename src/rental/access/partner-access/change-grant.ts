import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { GrantParties } from '../grants/change-grants.ts'
import type { Grant, GrantInput } from '../grants/grant.ts'
import { grantAccess } from '../grants/grant-access.ts'
import { listGrants } from '../grants/grants.ts'

/**
 * Sets the access of a partner to one property or hotel and returns the grant. Nothing changes if
 * the grant exists already.
 *
 * @throws ApiError ACCESS_DENIED if the property or hotel was deleted concurrently
 */
export async function changeGrant(
  ctx: Context,
  party: GrantParties,
  input: GrantInput,
): Promise<Grant> {
  return transaction(ctx, async (ctx: Context) => {
    await grantAccess(ctx, party, input)
    const grants = await listGrants(ctx, party.agencyUid, party.partnerUid)
    return grants.find(({ object_uid }) => object_uid === input.objectUid)!
  })
}
