import { type QueryExecutorProvider, sql } from 'kysely'
import { type InTransaction, type Resealed, rowsAtOnce } from '../keys/reseal.ts'
import { opened, type Sealer } from '../seal.ts'
import { sealedReplies } from './idempotency.ts'

interface KeptReply {
  agency_uid: string
  principal: string
  key: string
  body: string
}

/**
 * Seals with the first of the operator's keys what replies that are kept under an Idempotency-Key
 * have by older ones, as {@link reseal} does with columns.
 */
export async function resealReplies(
  inTransaction: InTransaction,
  sealer: Sealer,
): Promise<Resealed> {
  let [resealed, lost] = [0, 0]
  for (let after: KeptReply | null = null; ; ) {
    const rows = await inTransaction(async db => {
      const batch = await listOlderReplies(db, sealer, after)
      for (const row of batch) {
        const { agency_uid: tenantUid, principal, key, body } = row
        const id = { tenantUid, principal, key, fingerprint: Buffer.alloc(0) }
        const replies = sealedReplies(sealer, id)
        const text = opened(() => replies.read(body))
        if (text === null) lost++
        else if (await writeReply(db, row, replies.keep(text))) resealed++
      }
      return batch
    })
    if (rows.length < rowsAtOnce) return { table: 'idempotency_keys', resealed, lost }
    after = rows.at(-1)!
  }
}

async function listOlderReplies(
  db: QueryExecutorProvider,
  { currentKeyId }: Sealer,
  after: KeptReply | null,
): Promise<KeptReply[]> {
  const further = after
    ? sql`and (agency_uid, principal, key)
        > (${after.agency_uid}::uuid, ${after.principal}, ${after.key})`
    : sql``
  const { rows } = await sql<KeptReply>`/* every tenant */
    select agency_uid, principal, key, body from idempotency_keys
    where not starts_with(body, ${`${currentKeyId}.`}) ${further}
    order by agency_uid, principal, key limit ${rowsAtOnce}`.execute(db)
  return rows
}

async function writeReply(
  db: QueryExecutorProvider,
  { agency_uid, principal, key, body }: KeptReply,
  kept: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update idempotency_keys set body = ${kept}
    where agency_uid = ${agency_uid} and principal = ${principal} and key = ${key}
      and body = ${body}`.execute(db)
  return numAffectedRows === 1n
}
