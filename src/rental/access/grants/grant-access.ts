import { transaction } from '../../../platform/db/transaction.ts'
import { changeGrants, type GrantContext, type GrantParties } from './change-grants.ts'
import { type GrantInput, toGrantInput } from './grant.ts'
import { type MailContext, mailAccess } from './mail-access.ts'

type ContextPart = GrantContext & MailContext

/**
 * Adds or changes a grant of a partner, and notifies the agency by email.
 *
 * @throws ApiError ACCESS_DENIED for an unknown agency, partner, property or hotel
 */
export async function grantAccess(
  ctx: ContextPart,
  party: GrantParties,
  grant: GrantInput,
): Promise<void> {
  await transaction(ctx, async (ctx: ContextPart) => {
    const widenedGrants = await changeGrants(ctx, party, current => [
      ...current.map(toGrantInput),
      grant,
    ])
    await mailAccess(ctx, party, widenedGrants)
  })
}
