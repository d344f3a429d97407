import { sql } from 'kysely'
import type { Context, WorkContext } from '../../../context.ts'
import { queryTenants } from '../../../platform/db/cluster/topology.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { LeadRow } from '../leads/lead.ts'
import { passportContext } from '../leads/passport-encryption.ts'

const batchSize = 100
/** Time after the migration in which processes of the earlier release may still run. */
const rolloutMs = 86_400_000
const migrationName = '0020-leads.sql'

/**
 * Encrypts passports that an earlier release stored as plaintext, a hundred leads per transaction,
 * and returns their number (docs/decisions/0031-passport-encryption.md). Does nothing within a day
 * of the migration, because processes of the earlier release cannot decrypt.
 */
export async function encryptPassports(work: WorkContext, signal: AbortSignal): Promise<number> {
  if (!(await isRolloutComplete(work))) return 0
  let encryptedCount = 0
  for (const agencyUid of await listPlaintextUnscoped(work)) {
    for (let count = batchSize; count === batchSize; signal.throwIfAborted()) {
      count = await transaction(work, async (ctx: WorkContext) => {
        const leads = await lockPlaintext(ctx, agencyUid)
        await storeEncrypted(ctx, agencyUid, leads)
        return leads.length
      })
      encryptedCount += count
    }
  }
  return encryptedCount
}

async function isRolloutComplete({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const { rows } = await sql<{ applied_at: Date }>`select applied_at from migrations
    where name = ${migrationName}`.execute(db)
  return clock.now().getTime() - rows[0]!.applied_at.getTime() >= rolloutMs
}

async function listPlaintextUnscoped({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const { rows } = await queryTenants(
    db,
    inTenants => sql<{ agency_uid: string }>`
    /* every tenant */ select distinct l.agency_uid from leads l
    where ${inTenants('l')} and l.passport_id is not null`,
  )
  return rows.map(({ agency_uid }) => agency_uid)
}

type PlaintextLead = Pick<LeadRow, 'agency_uid' | 'uid'> & { passport_id: string }

/** Locks a batch of leads. Skips leads locked by other transactions until the next run. */
async function lockPlaintext(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
): Promise<PlaintextLead[]> {
  const { rows } = await sql<PlaintextLead>`
    select agency_uid, uid, passport_id from leads
    where agency_uid = ${agencyUid} and passport_id is not null order by uid limit ${batchSize}
    for no key update skip locked`.execute(db)
  return rows
}

/** Stores ciphertexts. `updated_at` stays and no events are emitted: the values are the same. */
async function storeEncrypted(
  { db, cipher }: Pick<Context, 'db' | 'cipher'>,
  agencyUid: string,
  leads: PlaintextLead[],
): Promise<void> {
  if (leads.length === 0) return
  const uids = leads.map(({ uid }) => uid)
  const ciphertexts = leads.map(lead => {
    return cipher.encrypt(lead.passport_id, passportContext(lead)).bytes.toString('hex')
  })
  await sql`update leads l set passport_id = null,
      passport_sealed = decode(s.sealed, 'hex'), passport_key_id = ${cipher.currentKeyId}
    from unnest(${uids}::uuid[], ${ciphertexts}::text[]) s (uid, sealed)
    where l.agency_uid = ${agencyUid} and l.uid = s.uid`.execute(db)
}
