import { type QueryExecutorProvider, sql } from 'kysely'
import { type Cipher, decryptOrNull } from '../crypto/encryption.ts'
import { replyEncryption } from './idempotency.ts'

const batchSize = 500

interface StoredReplyRow {
  agency_uid: string
  principal: string
  key: string
  body: string
}

/**
 * Rewrites the stored bodies of tenants, which replays return. Skips bodies that no current key
 * decrypts. Returns the number of changed bodies.
 *
 * @param rewrite returns the new body for a body, both JSON texts
 */
export async function rewriteReplies(
  db: QueryExecutorProvider,
  cipher: Cipher,
  tenantUids: string[],
  rewrite: (body: string) => string,
): Promise<number> {
  let count = 0
  for (let after: StoredReplyRow | undefined; ; ) {
    const afterCondition = after
      ? sql`and (agency_uid, principal, key) > (${after.agency_uid}::uuid, ${after.principal},
          ${after.key})`
      : sql``
    const { rows } = await sql<StoredReplyRow>`select agency_uid, principal, key, body
      from idempotency_keys where agency_uid = any(${tenantUids}::uuid[]) and body is not null
        ${afterCondition} order by agency_uid, principal, key limit ${batchSize}`.execute(db)
    for (const row of rows) if (await rewriteReply(db, cipher, row, rewrite)) count++
    if (rows.length < batchSize) return count
    after = rows.at(-1)!
  }
}

async function rewriteReply(
  db: QueryExecutorProvider,
  cipher: Cipher,
  { agency_uid: tenantUid, principal, key, body }: StoredReplyRow,
  rewrite: (body: string) => string,
): Promise<boolean> {
  // The encryption does not depend on it.
  const fingerprint = Buffer.alloc(0)
  const replies = replyEncryption(cipher, { tenantUid, principal, key, fingerprint })
  const text = decryptOrNull(() => replies.decrypt(body))
  if (text === null) return false
  const rewritten = rewrite(text)
  if (rewritten === text) return false
  await sql`update idempotency_keys set body = ${replies.encrypt(rewritten)}
    where agency_uid = ${tenantUid} and principal = ${principal} and key = ${key}`.execute(db)
  return true
}
