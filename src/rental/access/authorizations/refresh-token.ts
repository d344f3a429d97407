import { transaction } from '../../../platform/db/transaction.ts'
import {
  type Authorization,
  isReplay,
  isUnusedRefreshToken,
  lockRefreshToken,
  randomSecret,
  recordRotation,
} from './authorizations.ts'
import { issueTokens, type TokenContext, type Tokens } from './issue-tokens.ts'
import { revokeReplayed } from './revoke-replayed.ts'

interface Refresh {
  partnerUid: string
  token: string
  /** `Idempotency-Key` of the request. */
  key: string | null
}

/**
 * Exchanges a refresh token for new tokens. The former token is invalid from then on, except for a
 * retry of the same request within 60 s. A token that was rotated earlier than that may be stolen,
 * so all tokens of its authorization are revoked (contract/general.md §2.3).
 *
 * @returns null if the token is rejected
 */
export async function refreshToken(
  ctx: TokenContext,
  { partnerUid, token, key }: Refresh,
): Promise<Tokens | null> {
  return transaction(ctx, async (ctx: TokenContext) => {
    const stored = await lockRefreshToken(ctx, token)
    if (!stored || stored.partner_uid !== partnerUid || stored.revoked_at) return null
    const now = ctx.clock.now()
    if (stored.rotated_at) {
      if (isReplay(stored.rotated_at, now)) {
        await revokeReplayed(ctx, stored, 'refresh_token.replayed')
        return null
      }
      return key === null ? null : reissueTokens(ctx, stored, successorTokens(ctx, token, key))
    }
    if (stored.expires_at <= now) return null
    await recordRotation(ctx, stored.token_hash, now)
    // The first is derived from the current secret key.
    const successor = key === null ? randomSecret() : successorTokens(ctx, token, key)[0]!
    return issueTokens(ctx, stored, successor)
  })
}

/**
 * Returns the possible successors of a token for requests with an `Idempotency-Key`, one for each
 * secret key of the server. They are derived from token and key, so a retry needs no stored reply.
 */
function successorTokens({ cipher }: TokenContext, token: string, key: string): string[] {
  const tokenAndKey = JSON.stringify([token, key])
  const digests = cipher.fingerprints(tokenAndKey, 'refresh_tokens successor')
  return digests.map(digest => digest.toString('base64url'))
}

/** Returns the unused successor again, with a new access token. Null if it has been used. */
async function reissueTokens(
  ctx: TokenContext,
  authorization: Authorization,
  successors: string[],
): Promise<Tokens | null> {
  for (const refreshToken of successors) {
    if (await isUnusedRefreshToken(ctx, authorization.uid, refreshToken)) {
      return issueTokens(ctx, authorization, refreshToken)
    }
  }
  return null
}
