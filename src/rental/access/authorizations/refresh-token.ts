import { transaction } from '../../../platform/db/transaction.ts'
import {
  type Authorization,
  isRefreshable,
  lockRefreshToken,
  markRotated,
  randomSecret,
} from './authorizations.ts'
import { endReplayed } from './end-replayed.ts'
import { issueTokens, type TokenContext, type Tokens } from './issue-tokens.ts'
import { isReplay } from './replay.ts'

interface Refresh {
  partnerUid: string
  token: string
  /** The `Idempotency-Key` of the request. */
  key: string | null
}

/**
 * Exchanges a refresh token for new tokens; it is dead from then on, but for a repeat of the same
 * request within 60 s. One that was rotated longer ago has been stolen: the whole family ends
 * (contract/general.md §2.3).
 *
 * @returns null for a token that is refused
 */
export async function refreshToken(
  ctx: TokenContext,
  { partnerUid, token, key }: Refresh,
): Promise<Tokens | null> {
  return transaction(ctx, async (ctx: TokenContext) => {
    const found = await lockRefreshToken(ctx, token)
    if (!found || found.partner_uid !== partnerUid || found.revoked_at) return null
    const now = ctx.clock.now()
    if (found.rotated_at) {
      if (isReplay(found.rotated_at, now)) {
        await endReplayed(ctx, found, 'refresh_token.replayed')
        return null
      }
      return key === null ? null : repeated(ctx, found, successorsOf(ctx, token, key))
    }
    if (found.expires_at <= now) return null
    await markRotated(ctx, found.token_hash, now)
    const successor = key === null ? randomSecret() : successorsOf(ctx, token, key)[0]!
    return issueTokens(ctx, found, successor)
  })
}

/**
 * Returns the token that follows another for requests with an `Idempotency-Key`, by each of the
 * server's keys. It can be computed again, so that the reply need not be stored.
 */
function successorsOf({ sealer }: TokenContext, token: string, key: string): string[] {
  const secret = JSON.stringify([token, key])
  const digests = sealer.fingerprints(secret, 'refresh_tokens successor')
  return digests.map(digest => digest.toString('base64url'))
}

/** Gives the successor again as long as it was not used, with a new access token. */
async function repeated(
  ctx: TokenContext,
  authorization: Authorization,
  successors: string[],
): Promise<Tokens | null> {
  for (const refreshToken of successors) {
    if (await isRefreshable(ctx, authorization.uid, refreshToken)) {
      return issueTokens(ctx, authorization, refreshToken)
    }
  }
  return null
}
