import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { looksLikeToken, revokeTokens, verifyToken } from '../partners/access-tokens.ts'
import { lockRefreshToken, revokeAuthorization } from './authorizations.ts'
import type { TokenContext } from './issue-tokens.ts'

/**
 * Revokes a token of the partner: only the access token, or a refresh token with all tokens of its
 * authorization (RFC 7009 §2.1). Unknown tokens and tokens of other partners are ignored.
 */
export async function revokeToken(
  ctx: TokenContext,
  { partnerUid, token }: { partnerUid: string; token: string },
): Promise<void> {
  await transaction(ctx, async (ctx: TokenContext) => {
    const now = ctx.clock.now()
    const isAccessToken = looksLikeToken(token)
    if (isAccessToken) {
      const uid = readTokenUid(token, ctx)
      if (uid !== null) await revokeTokens(ctx, { uid, partnerUid }, now)
      return
    }
    const refreshToken = await lockRefreshToken(ctx, token)
    if (!refreshToken || refreshToken.partner_uid !== partnerUid) return
    await revokeAuthorization(ctx, refreshToken.uid, now)
    await revokeTokens(ctx, { authorizationUid: refreshToken.uid }, now)
  })
}

function readTokenUid(token: string, { signing, clock }: TokenContext): string | null {
  try {
    return verifyToken(token, signing, clock.now()).uid
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}
