import { type QueryExecutorProvider, sql } from 'kysely'
import { type Cipher, decryptOrNull } from '../crypto/encryption.ts'
import { batchSize, type InTransaction, type ReEncrypted } from '../crypto/re-encrypt.ts'
import { replyEncryption } from './idempotency.ts'

interface StoredReplyRow {
  agency_uid: string
  principal: string
  key: string
  body: string
}

/**
 * Re-encrypts stored replies with the operator's first key, like {@link reEncrypt} does with
 * columns.
 */
export async function reencryptReplies(
  inTransaction: InTransaction,
  cipher: Cipher,
): Promise<ReEncrypted> {
  let [reEncrypted, lost] = [0, 0]
  for (let after: StoredReplyRow | null = null; ; ) {
    const rows = await inTransaction(async db => {
      const batch = await listOlderReplies(db, cipher, after)
      for (const row of batch) {
        const { agency_uid: tenantUid, principal, key, body } = row
        const id = { tenantUid, principal, key, fingerprint: Buffer.alloc(0) }
        const replies = replyEncryption(cipher, id)
        const text = decryptOrNull(() => replies.decrypt(body))
        if (text === null) lost++
        else if (await writeReply(db, row, replies.encrypt(text))) reEncrypted++
      }
      return batch
    })
    if (rows.length < batchSize) return { table: 'idempotency_keys', reEncrypted, lost }
    after = rows.at(-1)!
  }
}

async function listOlderReplies(
  db: QueryExecutorProvider,
  { currentKeyId }: Cipher,
  after: StoredReplyRow | null,
): Promise<StoredReplyRow[]> {
  const afterCondition = after
    ? sql`and (agency_uid, principal, key)
        > (${after.agency_uid}::uuid, ${after.principal}, ${after.key})`
    : sql``
  const { rows } = await sql<StoredReplyRow>`/* every tenant */
    select agency_uid, principal, key, body from idempotency_keys
    where not starts_with(body, ${`${currentKeyId}.`}) ${afterCondition}
    order by agency_uid, principal, key limit ${batchSize}`.execute(db)
  return rows
}

/** Returns false if the reply has changed since it was read. */
async function writeReply(
  db: QueryExecutorProvider,
  { agency_uid, principal, key, body }: StoredReplyRow,
  encrypted: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update idempotency_keys set body = ${encrypted}
    where agency_uid = ${agency_uid} and principal = ${principal} and key = ${key}
      and body = ${body}`.execute(db)
  return numAffectedRows === 1n
}
