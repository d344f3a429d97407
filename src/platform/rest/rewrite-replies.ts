import { type QueryExecutorProvider, sql } from 'kysely'
import { opened, type Sealer } from '../seal.ts'
import { sealedReplies } from './idempotency.ts'

const repliesAtOnce = 500

interface KeptReply {
  agency_uid: string
  principal: string
  key: string
  body: string
}

/**
 * Keeps under the keys of tenants other bodies than before: a request that is repeated gets them.
 * One that no present key opens is left: nobody reads it. Says how many changed.
 *
 * @param rewrite what is to be kept instead of a body, a text of JSON
 */
export async function rewriteReplies(
  db: QueryExecutorProvider,
  sealer: Sealer,
  tenantUids: string[],
  rewrite: (body: string) => string,
): Promise<number> {
  let count = 0
  for (let after: KeptReply | undefined; ; ) {
    const further = after
      ? sql`and (agency_uid, principal, key) > (${after.agency_uid}::uuid, ${after.principal},
          ${after.key})`
      : sql``
    const { rows } = await sql<KeptReply>`select agency_uid, principal, key, body
      from idempotency_keys where agency_uid = any(${tenantUids}::uuid[]) and body is not null
        ${further} order by agency_uid, principal, key limit ${repliesAtOnce}`.execute(db)
    for (const row of rows) if (await rewriteReply(db, sealer, row, rewrite)) count++
    if (rows.length < repliesAtOnce) return count
    after = rows.at(-1)!
  }
}

async function rewriteReply(
  db: QueryExecutorProvider,
  sealer: Sealer,
  { agency_uid: tenantUid, principal, key, body }: KeptReply,
  rewrite: (body: string) => string,
): Promise<boolean> {
  const fingerprint = Buffer.alloc(0)
  const replies = sealedReplies(sealer, { tenantUid, principal, key, fingerprint })
  const text = opened(() => replies.read(body))
  if (text === null) return false
  const left = rewrite(text)
  if (left === text) return false
  await sql`update idempotency_keys set body = ${replies.keep(left)}
    where agency_uid = ${tenantUid} and principal = ${principal} and key = ${key}`.execute(db)
  return true
}
