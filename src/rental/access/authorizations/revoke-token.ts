import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { looksLikeToken, revokeTokens, verifyToken } from '../partners/access-tokens.ts'
import { endAuthorization, lockRefreshToken } from './authorizations.ts'
import type { TokenContext } from './issue-tokens.ts'

/**
 * Ends a token of the partner: an access token alone, a refresh token with all that came of its
 * approval, as RFC 7009 §2.1 advises. What is unknown or another's is passed over.
 */
export async function revokeToken(
  ctx: TokenContext,
  { partnerUid, token }: { partnerUid: string; token: string },
): Promise<void> {
  await transaction(ctx, async (ctx: TokenContext) => {
    const now = ctx.clock.now()
    if (looksLikeToken(token)) {
      const uid = uidOf(token, ctx)
      if (uid !== null) await revokeTokens(ctx, { uid, partnerUid }, now)
      return
    }
    const found = await lockRefreshToken(ctx, token)
    if (!found || found.partner_uid !== partnerUid) return
    await endAuthorization(ctx, found.uid, now)
    await revokeTokens(ctx, { authorizationUid: found.uid }, now)
  })
}

function uidOf(token: string, { signing, clock }: TokenContext): string | null {
  try {
    return verifyToken(token, signing, clock.now()).uid
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
