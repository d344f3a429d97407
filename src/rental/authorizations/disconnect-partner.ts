import { transaction } from '../../platform/db/transaction.ts'
import { changeGrants, type GrantContext, type Party } from '../grants/change-grants.ts'
import { revokeTokens } from '../partners/access-tokens.ts'
import { endAuthorizations } from './authorizations.ts'

/**
 * Ends all that a partner has of an agency: its grants, its tokens, and what could become tokens.
 *
 * @throws ApiError ACCESS_DENIED for an agency or partner that there is not
 */
export async function disconnectPartner(ctx: GrantContext, party: Party): Promise<void> {
  await transaction(ctx, async (ctx: GrantContext) => {
    await changeGrants(ctx, party, () => [])
    const now = ctx.clock.now()
    await endAuthorizations(ctx, party, now)
    await revokeTokens(ctx, party, now)
  })
}
