import { createHash } from 'node:crypto'
import { transaction } from '../../../platform/db/transaction.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { type Authorization, lockCode, markCodeUsed, randomSecret } from './authorizations.ts'
import { endReplayed } from './end-replayed.ts'
import { issueTokens, type TokenContext, type Tokens } from './issue-tokens.ts'
import { isReplay } from './replay.ts'

export interface CodeExchange {
  partnerUid: string
  code: string
  redirectUri: string
  codeVerifier: string | null
}

/**
 * Gives tokens for a code: once, within 10 minutes, to the partner and address that it was made
 * for (contract/general.md §2.3). A try with another address or verifier uses it up, so nobody
 * guesses. A code that comes again long after its use may have been stolen, so that what came of it
 * ends.
 *
 * @returns null for a code that is refused
 */
export async function exchangeCode(
  ctx: TokenContext,
  exchange: CodeExchange,
): Promise<Tokens | null> {
  return transaction(ctx, async (ctx: TokenContext) => {
    const found = await lockCode(ctx, exchange.code)
    if (!found || found.partner_uid !== exchange.partnerUid || found.revoked_at) return null
    const now = ctx.clock.now()
    if (found.code_used_at) {
      if (isReplay(found.code_used_at, now)) {
        await endReplayed(ctx, found, 'code.replayed')
      }
      return null
    }
    if (found.code_expires_at <= now) return null
    await markCodeUsed(ctx, found.uid, now)
    const isMeant =
      found.redirect_uri === exchange.redirectUri &&
      isVerified(found.code_challenge, exchange.codeVerifier)
    if (isMeant) return issueTokens(ctx, found, randomSecret())
    await recordRefused(ctx, found, now)
    return null
  })
}

async function recordRefused(
  ctx: TokenContext,
  { uid, agency_uid: agencyUid, partner_uid: partnerUid }: Authorization,
  now: Date,
): Promise<void> {
  const actor = { kind: 'CLIENT_SECRET', uid: partnerUid } as const
  const about = { agencyUid, partnerUid, subjectUid: uid, event: 'code.refused' } as const
  await recordSecurityEvent(ctx, now, { ...about, actor, isRefusal: true })
}

/** PKCE, RFC 7636 §4.6; who began without it ends without it. */
function isVerified(challenge: string | null, verifier: string | null): boolean {
  if (challenge === null) return verifier === null
  if (verifier === null) return false
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}
