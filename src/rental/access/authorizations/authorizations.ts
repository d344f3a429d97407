/** Authorizations of partners by property managers, with their codes and refresh tokens. */

import { randomBytes } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../../context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import type { AuthorizationsTable } from '../../tables.ts'
import { hashSecret } from '../agencies/api-keys.sql.ts'

type DbContext = Pick<Context, 'db'>

export type Authorization = Selectable<AuthorizationsTable>

/** Generates a code or refresh token: 240 random bits. */
export function randomSecret(): string {
  return randomBytes(30).toString('base64url')
}

export async function insertAuthorization(
  { db }: DbContext,
  authorization: Insertable<AuthorizationsTable>,
): Promise<void> {
  await db.insertInto('authorizations').values(authorization).execute()
}

/** Returns whether an agency has an authorization for a partner that is not revoked. */
export async function isConnected(
  { db }: DbContext,
  { agencyUid, partnerUid }: { agencyUid: string; partnerUid: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('authorizations')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('partner_uid', '=', partnerUid)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the authorization of a code, so that only one of several concurrent requests can use it.
 */
export async function lockCode(
  { db }: DbContext,
  code: string,
): Promise<Authorization | undefined> {
  return db
    .selectFrom('authorizations')
    .selectAll()
    .where('code_hash', '=', hashSecret(code))
    .forUpdate()
    .executeTakeFirst()
}

export async function markCodeUsed({ db }: DbContext, uid: string, now: Date): Promise<void> {
  await db.updateTable('authorizations').set({ code_used_at: now }).where('uid', '=', uid).execute()
}

export async function lockRefreshToken({ db }: DbContext, token: string) {
  return db
    .selectFrom('refresh_tokens as t')
    .innerJoin('authorizations as a', 'a.uid', 't.authorization_uid')
    .selectAll('a')
    .select(['t.token_hash', 't.rotated_at', 't.expires_at'])
    .where('t.token_hash', '=', hashSecret(token))
    .forUpdate()
    .executeTakeFirst()
}

/** Returns whether a token is an unused refresh token of an authorization. */
export async function isUnusedRefreshToken(
  { db }: DbContext,
  authorizationUid: string,
  token: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('rotated_at')
    .where('token_hash', '=', hashSecret(token))
    .where('authorization_uid', '=', authorizationUid)
    .executeTakeFirst()
  return row !== undefined && row.rotated_at === null
}

/** Inserts a refresh token. A retry inserts the same token again, which changes nothing. */
export async function insertRefreshToken(
  { db }: DbContext,
  authorizationUid: string,
  token: { value: string; expiresAt: Date; now: Date },
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashSecret(token.value),
      authorization_uid: authorizationUid,
      expires_at: token.expiresAt,
      created_at: token.now,
    })
    .onConflict(conflict => conflict.column('token_hash').doNothing())
    .execute()
}

export async function recordRotation(
  { db }: DbContext,
  tokenHash: Uint8Array,
  now: Date,
): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ rotated_at: now })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Revokes an authorization, which also invalidates its code and refresh tokens. */
export async function revokeAuthorization(
  { db }: DbContext,
  uid: string,
  now: Date,
): Promise<void> {
  await db
    .updateTable('authorizations')
    .set({ revoked_at: now })
    .where('uid', '=', uid)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Revokes all authorizations of a partner by an agency.
 *
 * @returns the number of authorizations
 */
export async function revokePartnerAuthorizations(
  { db }: DbContext,
  { agencyUid, partnerUid }: { agencyUid: string; partnerUid: string },
  now: Date,
): Promise<number> {
  const where = { agency_uid: agencyUid, partner_uid: partnerUid, revoked_at: null }
  return updateRows({ db }, 'authorizations', where, { revoked_at: now })
}

/** Time after its use in which a code or refresh token may be sent again as a retry. */
const retryWindowMs = 60_000

/**
 * Returns whether a used code or refresh token is presented too late to be a retry of the same
 * request (contract/general.md §2.3).
 */
export function isReplay(usedAt: Date, now: Date): boolean {
  return now.getTime() - usedAt.getTime() > retryWindowMs
}
