/** Purge of expired tokens: contract/general.md §2.3. */
import { type RawBuilder, sql } from 'kysely'
import type { WorkContext } from '../../../context.ts'

const batchSize = 1_000

/**
 * Deletes refresh tokens that expired before a time, and authorizations without tokens. The last
 * authorization between an agency and a partner stays, because it records that they are connected.
 * Used refresh tokens stay until they expire, to detect the replay of a stolen one.
 *
 * @returns the number of deleted rows
 */
export async function purgeRefreshTokensUnscoped(
  { db }: Pick<WorkContext, 'db'>,
  before: Date,
): Promise<number> {
  // Tokens first, because authorizations without tokens are deleted.
  const deletions: RawBuilder<unknown>[] = [
    sql`delete from refresh_tokens where token_hash in (select token_hash from refresh_tokens
      where expires_at < ${before} order by expires_at limit ${batchSize})`,
    sql`delete from authorizations where uid in (select a.uid from authorizations a
      where a.code_expires_at < ${before}
        and not exists (select 1 from access_tokens t where t.authorization_uid = a.uid)
        and not exists (select 1 from refresh_tokens t where t.authorization_uid = a.uid)
        and (a.revoked_at is not null or exists (select 1 from authorizations b
          where b.agency_uid = a.agency_uid and b.partner_uid = a.partner_uid
            and b.revoked_at is null and (b.created_at, b.uid) > (a.created_at, a.uid)))
      limit ${batchSize})`,
  ]
  let deletedCount = 0
  for (const deletion of deletions) {
    for (;;) {
      const { numAffectedRows } = await sql`/* every tenant */ ${deletion}`.execute(db)
      deletedCount += Number(numAffectedRows)
      if (Number(numAffectedRows) < batchSize) break
    }
  }
  return deletedCount
}
