import { transaction } from '../../../platform/db/transaction.ts'
import { disconnectPartner } from '../authorizations/disconnect-partner.ts'
import { useTicketUnscoped } from '../consent-tickets/consent-tickets.ts'
import { changeGrants, type Granting, type Party } from '../grants/change-grants.ts'
import type { WantedGrant } from '../grants/grant.ts'
import { type Mailing, mailAccess } from '../grants/mail-access.ts'

type ContextPart = Granting & Mailing

/**
 * Changes what a partner has, or ends it with all its tokens, as a manager has decided who has
 * signed in by a ticket, which is used up (contract/general.md §2.3).
 *
 * @param wanted all that the partner has from now on; null: nothing
 * @returns whether it is done: not when the ticket was used meanwhile
 * @throws ApiError ACCESS_DENIED for what the agency has not
 */
export async function changeAccess(
  ctx: ContextPart,
  party: Party,
  { wanted, ticket }: { wanted: WantedGrant[] | null; ticket: string },
): Promise<boolean> {
  return transaction(ctx, async (ctx: ContextPart) => {
    if (!(await useTicketUnscoped(ctx, ticket))) return false
    if (wanted === null) await disconnectPartner(ctx, party)
    else await mailAccess(ctx, party, await changeGrants(ctx, party, () => wanted))
    return true
  })
}
