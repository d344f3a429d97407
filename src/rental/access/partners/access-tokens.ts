import { type Kysely, sql } from 'kysely'
import { readToken, signToken } from '../../../platform/crypto/signed-token.ts'
import type { SigningKeys } from '../../../platform/crypto/signing-keys.ts'
import {
  type VersionedLookup,
  withVersions,
} from '../../../platform/db/cache-tags/read-versions.ts'
import { fixedError } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Tables } from '../../tables.ts'
import { isDisabledAgency } from '../agency-states/agency-state.sql.ts'

const lifetimeSeconds = 86_400
const audience = 'lodgepole'

/** Returns whether a credential has the form of an access token, a JWT. */
export function looksLikeToken(value: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]+$/.test(value)
}

/**
 * Issues a token for a partner and one agency, valid for a day (contract/general.md §2.3). Its row
 * allows earlier revocation.
 *
 * @returns the token, and its lifetime in seconds
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
 * Verifies the signature of a token. Returns its uid, and whether its lifetime has passed. The
 * exact expiry is in its row, which is deleted some time later.
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
  throw fixedError('INVALID_CREDENTIALS')
}

/**
 * Tokens to revoke: one token of a partner, those of an authorization, or all of a partner in an
 * agency.
 */
type TokenSelection =
  | { uid: string; partnerUid: string }
  | { authorizationUid: string }
  | { agencyUid: string; partnerUid: string }

/**
 * Revokes tokens. Takes effect on the next request, because the update bumps the tag versions of
 * the agency.
 */
export async function revokeTokens(
  { db }: { db: Kysely<Tables> },
  selection: TokenSelection,
  now: Date,
): Promise<void> {
  const agencyUid =
    'agencyUid' in selection ? selection.agencyUid : await findTokenAgency(db, selection)
  if (agencyUid === null) return
  await db
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where('agency_uid', '=', agencyUid)
    .where('revoked_at', 'is', null)
    .where(by => {
      if ('authorizationUid' in selection)
        return by('authorization_uid', '=', selection.authorizationUid)
      const uidFilter = 'uid' in selection ? { uid: selection.uid } : {}
      return by.and({ partner_uid: selection.partnerUid, ...uidFilter })
    })
    .execute()
}

/** Returns the agency of the tokens, null if there are no tokens. */
async function findTokenAgency(
  db: Kysely<Tables>,
  selection: Exclude<TokenSelection, { agencyUid: string }>,
): Promise<string | null> {
  const row = await db
    .selectFrom('access_tokens')
    .select('agency_uid')
    .where(by =>
      'uid' in selection
        ? by('uid', '=', selection.uid)
        : by('authorization_uid', '=', selection.authorizationUid),
    )
    .limit(1)
    .executeTakeFirst()
  return row?.agency_uid ?? null
}

export interface StoredToken {
  partnerUid: string
  agencyUid: string
  /** False after the last grant was revoked: the partner can access nothing then. */
  hasGrant: boolean
  expiresAt: Date
  limitPerHour: number | null
  /** True if the agency is disabled. */
  isDisabled: boolean
  /** Tag versions of the agency. Null if unknown. */
  versions: string | null
}

/**
 * Returns a token that was issued and not revoked, or null.
 *
 * @param agencyUid agency of the token, if known: its tag versions are then read concurrently
 */
export async function findToken(
  lookup: VersionedLookup,
  uid: string,
  agencyUid?: string,
): Promise<StoredToken | null> {
  const readAgencyUid = (row: unknown[]) => row[1] as string
  const [row] = await lookup.find(findTokenStatement, [uid], agencyUid ?? readAgencyUid)
  return row ? parseTokenRow(row) : null
}

function parseTokenRow(row: unknown[]): StoredToken {
  const [partnerUid, agencyUid, hasGrant, expiresAt, limitPerHour, isDisabled, versions] = row as [
    string,
    string,
    boolean,
    Date,
    number | null,
    boolean,
    string | null,
  ]
  return { partnerUid, agencyUid, hasGrant, expiresAt, limitPerHour, isDisabled, versions }
}

/**
 * Sorts grants by the index, or the planner may scan grants of other partners for the first one.
 */
const findTokenStatement = withVersions(
  'find_token',
  versions => `
    select t.partner_uid, t.agency_uid, (select true from grants g
        where g.agency_uid = t.agency_uid and g.partner_uid = t.partner_uid
        order by g.object_uid limit 1) is not null, t.expires_at,
      p.rate_limit_per_hour, ${isDisabledAgency('t.agency_uid')}, ${versions('t.agency_uid')}
    from access_tokens t join partners p on p.partner_uid = t.partner_uid
    where t.uid = $1 and t.revoked_at is null`,
)

const batchSize = 1_000

/**
 * Deletes access tokens that expired before a time.
 *
 * @returns the number of deleted rows
 */
export async function purgeAccessTokensUnscoped(
  { db }: { db: Kysely<Tables> },
  before: Date,
): Promise<number> {
  for (let deletedCount = 0; ; ) {
    const { numAffectedRows } = await sql`/* every tenant */ delete from access_tokens
      where uid in (select uid from access_tokens where expires_at < ${before}
        order by expires_at limit ${batchSize})`.execute(db)
    deletedCount += Number(numAffectedRows)
    if (Number(numAffectedRows) < batchSize) return deletedCount
  }
}
