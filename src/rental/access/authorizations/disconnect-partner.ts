import { transaction } from '../../../platform/db/transaction.ts'
import type { Telling } from '../../events/events/record-event.ts'
import { changeGrants, type Party } from '../grants/change-grants.ts'
import { revokeTokens } from '../partners/access-tokens.ts'
import { recordSecurityEvent, type Securing } from '../security-events/record-security-event.ts'
import { endAuthorizations } from './authorizations.ts'

/**
 * Ends all that a partner has of an agency: its grants, its tokens, and what could become tokens.
 *
 * @throws ApiError ACCESS_DENIED for an agency or partner that there is not
 */
export async function disconnectPartner(ctx: Telling & Securing, party: Party): Promise<void> {
  await transaction(ctx, async (ctx: Telling & Securing) => {
    await changeGrants(ctx, party, () => [])
    const now = ctx.clock.now()
    await endAuthorizations(ctx, party, now)
    await revokeTokens(ctx, party, now)
    const actor = ctx.caller.credential
    await recordSecurityEvent(ctx, now, { ...party, event: 'partner.disconnected', actor })
  })
}
