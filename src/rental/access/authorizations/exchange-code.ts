import { createHash } from 'node:crypto'
import { transaction } from '../../../platform/db/transaction.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import {
  type Authorization,
  isReplay,
  lockCode,
  markCodeUsed,
  randomSecret,
} from './authorizations.ts'
import { issueTokens, type TokenContext, type Tokens } from './issue-tokens.ts'
import { revokeReplayed } from './revoke-replayed.ts'

export interface CodeExchange {
  partnerUid: string
  code: string
  redirectUri: string
  codeVerifier: string | null
}

/**
 * Exchanges a code for tokens: once, within 10 minutes, by the partner and redirect URI that it was
 * issued for (contract/general.md §2.3). An attempt with a wrong redirect URI or verifier
 * invalidates the code, to prevent guessing. A code that is used again much later may be stolen, so
 * its authorization is revoked.
 *
 * @returns null if the code is rejected
 */
export async function exchangeCode(
  ctx: TokenContext,
  exchange: CodeExchange,
): Promise<Tokens | null> {
  return transaction(ctx, async (ctx: TokenContext) => {
    const authorization = await lockCode(ctx, exchange.code)
    if (
      !authorization ||
      authorization.partner_uid !== exchange.partnerUid ||
      authorization.revoked_at
    )
      return null
    const now = ctx.clock.now()
    if (authorization.code_used_at) {
      if (isReplay(authorization.code_used_at, now)) {
        await revokeReplayed(ctx, authorization, 'code.replayed')
      }
      return null
    }
    if (authorization.code_expires_at <= now) return null
    // Before the checks, so that a rejected attempt invalidates the code, too.
    await markCodeUsed(ctx, authorization.uid, now)
    const isValid =
      authorization.redirect_uri === exchange.redirectUri &&
      isVerified(authorization.code_challenge, exchange.codeVerifier)
    if (isValid) return issueTokens(ctx, authorization, randomSecret())
    await recordRejectedCode(ctx, authorization, now)
    return null
  })
}

async function recordRejectedCode(
  ctx: TokenContext,
  { uid, agency_uid: agencyUid, partner_uid: partnerUid }: Authorization,
  now: Date,
): Promise<void> {
  const actor = { kind: 'CLIENT_SECRET', uid: partnerUid } as const
  const eventFields = { agencyUid, partnerUid, subjectUid: uid, event: 'code.refused' } as const
  await recordSecurityEvent(ctx, now, { ...eventFields, actor, isRefusal: true })
}

/** Verifies PKCE (RFC 7636 §4.6). Without a challenge there must be no verifier. */
function isVerified(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null) return verifier === null
  if (verifier === null) return false
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}
