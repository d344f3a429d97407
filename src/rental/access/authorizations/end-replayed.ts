import { revokeTokens } from '../partners/access-tokens.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import { type Authorization, endAuthorization } from './authorizations.ts'
import type { TokenContext } from './issue-tokens.ts'

/** Ends an approval and all that came of it, because something of it was used twice. */
export async function endReplayed(
  ctx: TokenContext,
  { uid, agency_uid: agencyUid, partner_uid: partnerUid }: Authorization,
  event: 'code.replayed' | 'refresh_token.replayed',
): Promise<void> {
  const now = ctx.clock.now()
  await endAuthorization(ctx, uid, now)
  await revokeTokens(ctx, { authorizationUid: uid }, now)
  const actor = { kind: 'CLIENT_SECRET', uid: partnerUid } as const
  await recordSecurityEvent(ctx, now, { agencyUid, partnerUid, subjectUid: uid, event, actor })
}
