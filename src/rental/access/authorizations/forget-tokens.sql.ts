/** What becomes of tokens that have ended: contract/general.md §2.3. */
import { type RawBuilder, sql } from 'kysely'
import type { WorkContext } from '../../../context.ts'

const rowsAtOnce = 1_000

/**
 * Removes refresh tokens that ended before an instant, and approvals that no token is left of, but
 * for the last one between an agency and a partner: it says that they are connected. Refresh tokens
 * that were used are kept until they end, so that a stolen one gives itself away. Says how many.
 */
export async function forgetRefreshTokensUnscoped(
  { db }: Pick<WorkContext, 'db'>,
  before: Date,
): Promise<number> {
  const steps: RawBuilder<unknown>[] = [
    sql`delete from refresh_tokens where token_hash in (select token_hash from refresh_tokens
      where expires_at < ${before} order by expires_at limit ${rowsAtOnce})`,
    sql`delete from authorizations where uid in (select a.uid from authorizations a
      where a.code_expires_at < ${before}
        and not exists (select 1 from access_tokens t where t.authorization_uid = a.uid)
        and not exists (select 1 from refresh_tokens t where t.authorization_uid = a.uid)
        and (a.revoked_at is not null or exists (select 1 from authorizations b
          where b.agency_uid = a.agency_uid and b.partner_uid = a.partner_uid
            and b.revoked_at is null and (b.created_at, b.uid) > (a.created_at, a.uid)))
      limit ${rowsAtOnce})`,
  ]
  let gone = 0
  for (const step of steps) {
    for (;;) {
      const { numAffectedRows } = await sql`/* every tenant */ ${step}`.execute(db)
      gone += Number(numAffectedRows)
      if (Number(numAffectedRows) < rowsAtOnce) break
    }
  }
  return gone
}
