import { transaction } from '../../../platform/db/transaction.ts'
import { changeGrants, type GrantContext, type GrantParties } from '../grants/change-grants.ts'
import { revokeTokens } from '../partners/access-tokens.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { revokePartnerAuthorizations } from './authorizations.ts'

/**
 * Revokes all grants, authorizations and tokens of a partner in an agency.
 *
 * @throws ApiError ACCESS_DENIED for an unknown agency or partner
 */
export async function disconnectPartner(ctx: GrantContext, party: GrantParties): Promise<void> {
  await transaction(ctx, async (ctx: GrantContext) => {
    await changeGrants(ctx, party, () => [])
    const now = ctx.clock.now()
    await revokePartnerAuthorizations(ctx, party, now)
    await revokeTokens(ctx, party, now)
    const actor = ctx.caller.credential
    await recordSecurityEvent(ctx, now, { ...party, event: 'partner.disconnected', actor })
  })
}
