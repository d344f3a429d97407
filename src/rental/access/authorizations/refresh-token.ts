import { transaction } from '../../../platform/db/transaction.ts'
import { lockRefreshToken, markRotated } from './authorizations.ts'
import { endReplayed } from './end-replayed.ts'
import { issueTokens, type TokenContext, type Tokens } from './issue-tokens.ts'
import { isReplay } from './replay.ts'

/**
 * Gives new tokens for a refresh token, which is dead from then on. One that was rotated more than
 * 60 s ago has been stolen from somebody: the whole family ends (contract/general.md §2.3).
 *
 * @returns null for a token that is refused
 */
export async function refreshToken(
  ctx: TokenContext,
  { partnerUid, token }: { partnerUid: string; token: string },
): Promise<Tokens | null> {
  return transaction(ctx, async (ctx: TokenContext) => {
    const found = await lockRefreshToken(ctx, token)
    if (!found || found.partner_uid !== partnerUid || found.revoked_at) return null
    const now = ctx.clock.now()
    if (found.rotated_at) {
      if (isReplay(found.rotated_at, now)) {
        await endReplayed(ctx, found, 'refresh_token.replayed')
      }
      return null
    }
    if (found.expires_at <= now) return null
    await markRotated(ctx, found.token_hash, now)
    return issueTokens(ctx, found)
  })
}
