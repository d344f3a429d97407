import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { hashSecret } from '../agencies/api-keys.sql.ts'
import { insertAuthorization, isConnected, randomSecret } from '../authorizations/authorizations.ts'
import { consumeConsentSessionUnscoped } from '../consent-sessions/consent-sessions.ts'
import { changeGrants, type GrantContext } from '../grants/change-grants.ts'
import type { GrantInput } from '../grants/grant.ts'
import { lockGrants } from '../grants/grants.ts'
import { type MailContext, mailAccess } from '../grants/mail-access.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'

const codeLifetimeMs = 600_000

type ContextPart = GrantContext & MailContext

export interface Approval {
  agencyUid: string
  partnerUid: string
  /** Employee who approves. */
  employeeUid: string
  redirectUri: string
  codeChallenge: string | null
  /** Complete list of grants, replacing the current ones. */
  grants: GrantInput[]
  /** Secret of the consent session, which is consumed. */
  consentSecret: string
}

/**
 * Replaces the grants of a partner by those that the property manager selected, and creates an
 * authorization code (contract/general.md §2.3). Tokens that were issued earlier stay valid.
 *
 * @returns the code; null if the consent session was already consumed
 * @throws ApiError ACCESS_DENIED for an object that the agency does not have
 */
export async function approvePartner(ctx: ContextPart, approval: Approval): Promise<string | null> {
  return transaction(ctx, async (ctx: ContextPart) => {
    const { agencyUid, partnerUid, grants, consentSecret } = approval
    if (!(await consumeConsentSessionUnscoped(ctx, consentSecret))) return null
    await lockGrants(ctx, agencyUid)
    const isFirstConnection = !(await isConnected(ctx, approval))
    const party = { agencyUid, partnerUid }
    const widenedGrants = await changeGrants(ctx, party, () => grants, {
      connects: isFirstConnection,
    })
    await mailAccess(ctx, party, widenedGrants)
    const now = ctx.clock.now()
    const code = randomSecret()
    const uid = newUid(now.getTime())
    await insertAuthorization(ctx, {
      uid,
      partner_uid: partnerUid,
      agency_uid: agencyUid,
      employee_uid: approval.employeeUid,
      code_hash: hashSecret(code),
      redirect_uri: approval.redirectUri,
      code_challenge: approval.codeChallenge,
      code_expires_at: new Date(now.getTime() + codeLifetimeMs),
      created_at: now,
    })
    const { credential: actor } = ctx.caller
    const event = { agencyUid, partnerUid, subjectUid: uid, event: 'consent.given', actor } as const
    await recordSecurityEvent(ctx, now, event)
    return code
  })
}
