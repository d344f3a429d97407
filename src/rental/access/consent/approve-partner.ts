import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Telling } from '../../events/events/record-event.ts'
import { hashOf } from '../agencies/api-keys.sql.ts'
import { insertAuthorization, isConnected, randomSecret } from '../authorizations/authorizations.ts'
import { useTicketUnscoped } from '../consent-tickets/consent-tickets.ts'
import { changeGrants } from '../grants/change-grants.ts'
import type { WantedGrant } from '../grants/grant.ts'
import { lockGrants } from '../grants/grants.ts'
import { type Mailing, mailAccess } from '../grants/mail-access.ts'
import { recordSecurityEvent, type Securing } from '../security-events/record-security-event.ts'

const codeLifetimeMs = 600_000

type ContextPart = Telling & Securing & Mailing

export interface Approval {
  agencyUid: string
  partnerUid: string
  /** Who approves. */
  employeeUid: string
  redirectUri: string
  codeChallenge: string | null
  /** All that the partner has from now on. */
  wanted: WantedGrant[]
  /** By which he has signed in; it is used up. */
  ticket: string
}

/**
 * Grants a partner what the property manager chose, in place of what was granted before, and makes
 * the code that it gets tokens for (contract/general.md §2.3). Older tokens stay alive.
 *
 * @returns the code; null when the ticket was used meanwhile
 * @throws ApiError ACCESS_DENIED for what the agency has not
 */
export async function approvePartner(ctx: ContextPart, approval: Approval): Promise<string | null> {
  return transaction(ctx, async (ctx: ContextPart) => {
    const { agencyUid, partnerUid, wanted, ticket } = approval
    if (!(await useTicketUnscoped(ctx, ticket))) return null
    await lockGrants(ctx, agencyUid)
    const connects = !(await isConnected(ctx, approval))
    const party = { agencyUid, partnerUid }
    const wider = await changeGrants(ctx, party, () => wanted, { connects })
    await mailAccess(ctx, party, wider)
    const now = ctx.clock.now()
    const code = randomSecret()
    const uid = newUid(now.getTime())
    await insertAuthorization(ctx, {
      uid,
      partner_uid: partnerUid,
      agency_uid: agencyUid,
      employee_uid: approval.employeeUid,
      code_hash: hashOf(code),
      redirect_uri: approval.redirectUri,
      code_challenge: approval.codeChallenge,
      code_expires_at: new Date(now.getTime() + codeLifetimeMs),
      created_at: now,
    })
    const { credential: actor } = ctx.caller
    const given = { agencyUid, partnerUid, subjectUid: uid, event: 'consent.given', actor } as const
    await recordSecurityEvent(ctx, now, given)
    return code
  })
}
