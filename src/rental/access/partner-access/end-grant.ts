import type { Context } from '../../../context.ts'
import { changeGrants } from '../grants/change-grants.ts'
import { type Grant, kept } from '../grants/grant.ts'

/** Ends what a partner has of one property or hotel; its tokens stay, for what else it has. */
export async function endGrant(
  ctx: Context,
  { agency_uid, partner_uid, object_uid }: Grant,
): Promise<void> {
  const party = { agencyUid: agency_uid, partnerUid: partner_uid }
  await changeGrants(ctx, party, present =>
    present.filter(grant => grant.object_uid !== object_uid).map(kept),
  )
}
