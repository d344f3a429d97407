import type { Context } from '../../../context.ts'
import { changeGrants } from '../grants/change-grants.ts'
import { type Grant, toGrantInput } from '../grants/grant.ts'

/** Revokes the grant of one property or hotel. Tokens stay valid for other grants. */
export async function revokeGrant(
  ctx: Context,
  { agency_uid, partner_uid, object_uid }: Grant,
): Promise<void> {
  const party = { agencyUid: agency_uid, partnerUid: partner_uid }
  await changeGrants(ctx, party, current =>
    current.filter(grant => grant.object_uid !== object_uid).map(toGrantInput),
  )
}
