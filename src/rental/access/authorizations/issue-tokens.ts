import type { Context } from '../../../context.ts'
import { requireEnabledAgency } from '../agency-states/require-enabled-agency.ts'
import { issueToken } from '../partners/access-tokens.ts'
import type { SecurityContext } from '../security-events/record-security-event.ts'
import { type Authorization, insertRefreshToken } from './authorizations.ts'

export type TokenContext = Pick<Context, 'db' | 'clock' | 'cipher'> &
  SecurityContext & {
    signing: Context['signing']
  }

/** Tokens issued to a partner. `expiresIn` is in seconds. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  expiresIn: number
  tokenType: 'Bearer'
  scope: 'FULL'
  agencyUid: string
}

const refreshLifetimeMs = 90 * 86_400_000

/**
 * Issues an access token of an authorization together with a refresh token, which is stored if it
 * is new (contract/general.md §2.3).
 *
 * @throws ApiError AGENCY_DISABLED; the code or refresh token remains valid
 */
export async function issueTokens(
  ctx: TokenContext,
  { uid, partner_uid, agency_uid }: Authorization,
  refreshToken: string,
): Promise<Tokens> {
  await requireEnabledAgency(ctx, agency_uid)
  const now = ctx.clock.now()
  const grantee = { partnerUid: partner_uid, agencyUid: agency_uid, authorizationUid: uid }
  const issued = await issueToken(ctx.db, grantee, ctx.signing, now)
  const expiresAt = new Date(now.getTime() + refreshLifetimeMs)
  await insertRefreshToken(ctx, uid, { value: refreshToken, expiresAt, now })
  return { ...issued, refreshToken, tokenType: 'Bearer', scope: 'FULL', agencyUid: agency_uid }
}
