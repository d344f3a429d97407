import { transaction } from '../../../platform/db/transaction.ts'
import { changeGrants, type Granting, type Party } from './change-grants.ts'
import { kept, type WantedGrant } from './grant.ts'
import { type Mailing, mailAccess } from './mail-access.ts'

type ContextPart = Granting & Mailing

/**
 * Grants a partner one thing more, and writes to the agency about it.
 *
 * @throws ApiError ACCESS_DENIED for an agency, partner, property or hotel that there is not
 */
export async function grantAccess(
  ctx: ContextPart,
  party: Party,
  wanted: WantedGrant,
): Promise<void> {
  await transaction(ctx, async (ctx: ContextPart) => {
    const wider = await changeGrants(ctx, party, present => [...present.map(kept), wanted])
    await mailAccess(ctx, party, wider)
  })
}
