/** Approvals by property managers, their codes, and the refresh tokens that come of them. */

import { randomBytes } from 'node:crypto'
import type { Insertable, Selectable } from 'kysely'
import type { Context } from '../../../context.ts'
import { updateRows } from '../../../platform/db/rows.ts'
import type { AuthorizationsTable } from '../../tables.ts'
import { hashOf } from '../agencies/api-keys.sql.ts'

type Db = Pick<Context, 'db'>

export type Authorization = Selectable<AuthorizationsTable>

/** A code or refresh token: 240 random bits. */
export function randomSecret(): string {
  return randomBytes(30).toString('base64url')
}

/** Stores an approval. */
export async function insertAuthorization(
  { db }: Db,
  authorization: Insertable<AuthorizationsTable>,
): Promise<void> {
  await db.insertInto('authorizations').values(authorization).execute()
}

/** Whether an agency has approved a partner, and not ended it since. */
export async function isConnected(
  { db }: Db,
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

/** The approval of a code, locked: of many who bring it at once, one comes first. */
export async function lockCode({ db }: Db, code: string): Promise<Authorization | undefined> {
  return db
    .selectFrom('authorizations')
    .selectAll()
    .where('code_hash', '=', hashOf(code))
    .forUpdate()
    .executeTakeFirst()
}

export async function markCodeUsed({ db }: Db, uid: string, now: Date): Promise<void> {
  await db.updateTable('authorizations').set({ code_used_at: now }).where('uid', '=', uid).execute()
}

/** A refresh token with its approval, both locked. */
export async function lockRefreshToken({ db }: Db, token: string) {
  return db
    .selectFrom('refresh_tokens as t')
    .innerJoin('authorizations as a', 'a.uid', 't.authorization_uid')
    .selectAll('a')
    .select(['t.token_hash', 't.rotated_at', 't.expires_at'])
    .where('t.token_hash', '=', hashOf(token))
    .forUpdate()
    .executeTakeFirst()
}

/** Returns whether a token is a refresh token of an approval that has not been used. */
export async function isRefreshable(
  { db }: Db,
  authorizationUid: string,
  token: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select('rotated_at')
    .where('token_hash', '=', hashOf(token))
    .where('authorization_uid', '=', authorizationUid)
    .executeTakeFirst()
  return row !== undefined && row.rotated_at === null
}

/** Stores a refresh token of an approval unless it is stored. */
export async function insertRefreshToken(
  { db }: Db,
  authorizationUid: string,
  token: { value: string; expiresAt: Date; now: Date },
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashOf(token.value),
      authorization_uid: authorizationUid,
      expires_at: token.expiresAt,
      created_at: token.now,
    })
    .onConflict(conflict => conflict.column('token_hash').doNothing())
    .execute()
}

export async function markRotated({ db }: Db, tokenHash: Uint8Array, now: Date): Promise<void> {
  await db
    .updateTable('refresh_tokens')
    .set({ rotated_at: now })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Ends one approval with its code and refresh tokens. */
export async function endAuthorization({ db }: Db, uid: string, now: Date): Promise<void> {
  await db
    .updateTable('authorizations')
    .set({ revoked_at: now })
    .where('uid', '=', uid)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Ends all that an agency approved a partner. @returns how many there were */
export async function endAuthorizations(
  { db }: Db,
  { agencyUid, partnerUid }: { agencyUid: string; partnerUid: string },
  now: Date,
): Promise<number> {
  const where = { agency_uid: agencyUid, partner_uid: partnerUid, revoked_at: null }
  return updateRows({ db }, 'authorizations', where, { revoked_at: now })
}
