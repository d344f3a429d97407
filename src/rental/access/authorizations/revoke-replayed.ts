import { revokeTokens } from '../partners/access-tokens.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { type Authorization, revokeAuthorization } from './authorizations.ts'
import type { TokenContext } from './issue-tokens.ts'

/**
 * Revokes an authorization and its tokens, because its code or a refresh token was replayed (RFC
 * 9700 §4.14).
 */
export async function revokeReplayed(
  ctx: TokenContext,
  { uid, agency_uid: agencyUid, partner_uid: partnerUid }: Authorization,
  event: 'code.replayed' | 'refresh_token.replayed',
): Promise<void> {
  const now = ctx.clock.now()
  await revokeAuthorization(ctx, uid, now)
  await revokeTokens(ctx, { authorizationUid: uid }, now)
  const actor = { kind: 'CLIENT_SECRET', uid: partnerUid } as const
  await recordSecurityEvent(ctx, now, { agencyUid, partnerUid, subjectUid: uid, event, actor })
}
