import { transaction } from '../../../platform/db/transaction.ts'
import { disconnectPartner } from '../authorizations/disconnect-partner.ts'
import { consumeConsentSessionUnscoped } from '../consent-sessions/consent-sessions.ts'
import { changeGrants, type GrantContext, type GrantParties } from '../grants/change-grants.ts'
import type { GrantInput } from '../grants/grant.ts'
import { type MailContext, mailAccess } from '../grants/mail-access.ts'

type ContextPart = GrantContext & MailContext

/**
 * Changes the grants of a partner, or disconnects it, and consumes the consent session of the
 * manager (contract/general.md §2.3).
 *
 * @param grants complete list of grants; null disconnects the partner
 * @returns false if the consent session was already consumed
 * @throws ApiError ACCESS_DENIED for an object that the agency does not have
 */
export async function changeAccess(
  ctx: ContextPart,
  party: GrantParties,
  { grants, consentSecret }: { grants: GrantInput[] | null; consentSecret: string },
): Promise<boolean> {
  return transaction(ctx, async (ctx: ContextPart) => {
    if (!(await consumeConsentSessionUnscoped(ctx, consentSecret))) return false
    if (grants === null) await disconnectPartner(ctx, party)
    else await mailAccess(ctx, party, await changeGrants(ctx, party, () => grants))
    return true
  })
}
