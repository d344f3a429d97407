import { type Kysely, sql } from 'kysely'
import { type Lookup, withVersions } from '../../../platform/db/marks/marks-of.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { SigningKeys } from '../../../platform/keys/signing-keys.ts'
import { readToken, signToken } from '../../../platform/signed-token.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Tables } from '../../tables.ts'

const lifetimeSeconds = 86_400
const audience = 'lodgepole'

/** Whether a credential has the form of our access tokens, a JWT. */
export function looksLikeToken(value: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/.test(value)
}

/**
 * A token for a partner acting for one agency, valid for a day (contract/general.md §2.3). Its row
 * lets it be revoked before that.
 */
export async function issueToken(
  db: Kysely<Tables>,
  grant: { partnerUid: string; agencyUid: string; authorizationUid?: string },
  signing: SigningKeys,
  now: Date,
): Promise<{ accessToken: string; expiresIn: number }> {
  const uid = newUid(now.getTime())
  const expiresAt = new Date(now.getTime() + lifetimeSeconds * 1000)
  await db
    .insertInto('access_tokens')
    .values({
      uid,
      partner_uid: grant.partnerUid,
      agency_uid: grant.agencyUid,
      authorization_uid: grant.authorizationUid ?? null,
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()
  const iat = Math.floor(now.getTime() / 1_000)
  const accessToken = signToken({ aud: audience, jti: uid, iat }, signing.signing('access tokens'))
  return { accessToken, expiresIn: lifetimeSeconds }
}

/**
 * The uid of a token that we signed, and whether its time is over. When just it ends says the row,
 * which is forgotten some time after that.
 *
 * @throws ApiError INVALID_CREDENTIALS
 */
export function verifyToken(
  token: string,
  signing: SigningKeys,
  now: Date,
): { uid: string; isPast: boolean } {
  const claims = readToken(token, signing.verifying('access tokens', now), { audience })
  const endsAt = ((claims?.iat ?? 0) + lifetimeSeconds) * 1_000
  if (claims?.jti) return { uid: claims.jti, isPast: endsAt <= now.getTime() }
  throw new ApiError('INVALID_CREDENTIALS', 'Invalid API key or access token', {
    headers: { 'www-authenticate': 'Bearer realm="lodgepole"' },
  })
}

/** Which tokens end: one of a partner, those of an approval, or all of a partner in an agency. */
type TokenChoice =
  | { uid: string; partnerUid: string }
  | { authorizationUid: string }
  | { agencyUid: string; partnerUid: string }

/** Takes effect on the next request, as it moves the marks of the agency. */
export async function revokeTokens(
  { db }: { db: Kysely<Tables> },
  choice: TokenChoice,
  now: Date,
): Promise<void> {
  const agencyUid = 'agencyUid' in choice ? choice.agencyUid : await findAgency(db, choice)
  if (agencyUid === null) return
  await db
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('agency_uid', '=', agencyUid)
    .where('revoked_at', 'is', null)
    .where(by => {
      if ('authorizationUid' in choice) return by('authorization_uid', '=', choice.authorizationUid)
      const rest = 'uid' in choice ? { uid: choice.uid } : {}
      return by.and({ partner_uid: choice.partnerUid, ...rest })
    })
    .execute()
}

/** Of the tokens that are chosen, which have one; null: there are none. */
async function findAgency(
  db: Kysely<Tables>,
  choice: Exclude<TokenChoice, { agencyUid: string }>,
): Promise<string | null> {
  const found = await db
    .selectFrom('access_tokens')
    .select('agency_uid')
    .where(by =>
      'uid' in choice
        ? by('uid', '=', choice.uid)
        : by('authorization_uid', '=', choice.authorizationUid),
    )
    .limit(1)
    .executeTakeFirst()
  return found?.agency_uid ?? null
}

export interface KnownToken {
  partnerUid: string
  agencyUid: string
  /** Nothing is within reach once the last grant has ended. */
  hasGrant: boolean
  expiresAt: Date
  limitPerHour: number | null
  /** Of the agency; null: not known. */
  marks: string | null
}

/**
 * The token's row, null when it was revoked or never issued.
 *
 * @param agencyUid its agency, if that is known: then its marks are asked for at the same time
 */
export async function findToken(
  lookup: Lookup,
  uid: string,
  agencyUid?: string,
): Promise<KnownToken | null> {
  const [row] = await lookup.find(findStatement, [uid], agencyUid ?? (row => row[1] as string))
  return row ? knownToken(row) : null
}

function knownToken(row: unknown[]): KnownToken {
  const [partnerUid, agencyUid, hasGrant, expiresAt, limitPerHour, marks] = row as [
    string,
    string,
    boolean,
    Date,
    number | null,
    string | null,
  ]
  return { partnerUid, agencyUid, hasGrant, expiresAt, limitPerHour, marks }
}

/** In the order of the key, or a plan may look through the grants of others for the first one. */
const findStatement = withVersions(
  'find_token',
  versions => `
    select t.partner_uid, t.agency_uid, (select true from grants g
        where g.agency_uid = t.agency_uid and g.partner_uid = t.partner_uid
        order by g.object_uid limit 1) is not null, t.expires_at,
      p.rate_limit_per_hour, ${versions('t.agency_uid')}
    from access_tokens t join partners p on p.partner_uid = t.partner_uid
    where t.uid = $1 and t.revoked_at is null`,
)

const rowsAtOnce = 1_000

/** Removes the access tokens that ended before an instant, and says how many. */
export async function forgetAccessTokensUnscoped(
  { db }: { db: Kysely<Tables> },
  before: Date,
): Promise<number> {
  for (let gone = 0; ; ) {
    const { numAffectedRows } = await sql`/* every tenant */ delete from access_tokens
      where uid in (select uid from access_tokens where expires_at < ${before}
        order by expires_at limit ${rowsAtOnce})`.execute(db)
    gone += Number(numAffectedRows)
    if (Number(numAffectedRows) < rowsAtOnce) return gone
  }
}
