import { sql } from 'kysely'
import type { Context, WorkContext } from '../../../context.ts'
import { reachableRows } from '../../../platform/db/citus/reachable-rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { LeadRow } from '../leads/lead.ts'
import { placeOfPassport } from '../leads/sealed-passport.ts'

const atOnce = 100
const dayMs = 86_400_000
const migration = '0020-leads.sql'

/**
 * Seals passports that a release before has stored in clear, a hundred leads per transaction, and
 * says how many (docs/decisions/0031-passport-encryption.md). None in the first day after the
 * migration: processes of that release, which cannot read what is sealed, may still be serving.
 */
export async function sealPassports(work: WorkContext, signal: AbortSignal): Promise<number> {
  if (!(await isSettled(work))) return 0
  let sealed = 0
  for (const agencyUid of await listUnsealedUnscoped(work)) {
    for (let count = atOnce; count === atOnce; signal.throwIfAborted()) {
      count = await transaction(work, async (ctx: WorkContext) => {
        const leads = await lockClear(ctx, agencyUid)
        await writeSealed(ctx, agencyUid, leads)
        return leads.length
      })
      sealed += count
    }
  }
  return sealed
}

async function isSettled({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const { rows } = await sql<{ applied_at: Date }>`select applied_at from migrations
    where name = ${migration}`.execute(db)
  return clock.now().getTime() - rows[0]!.applied_at.getTime() >= dayMs
}

/** The agencies that have leads with a passport in clear. */
async function listUnsealedUnscoped({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const rows = await reachableRows(
    db as never,
    of => sql<{ agency_uid: string }>`
    /* every tenant */ select distinct l.agency_uid from leads l
    where ${of('l')} and l.passport_id is not null`,
  )
  return rows.map(({ agency_uid }) => agency_uid)
}

type ClearLead = Pick<LeadRow, 'agency_uid' | 'uid'> & { passport_id: string }

/** Leads that somebody else is writing wait for the next time: nobody waits for anybody. */
async function lockClear({ db }: Pick<Context, 'db'>, agencyUid: string): Promise<ClearLead[]> {
  const { rows } = await sql<ClearLead>`
    select agency_uid, uid, passport_id from leads
    where agency_uid = ${agencyUid} and passport_id is not null order by uid limit ${atOnce}
    for no key update skip locked`.execute(db)
  return rows
}

/** To whoever follows leads nothing has changed. */
async function writeSealed(
  { db, sealer }: Pick<Context, 'db' | 'sealer'>,
  agencyUid: string,
  leads: ClearLead[],
): Promise<void> {
  if (leads.length === 0) return
  const uids = leads.map(({ uid }) => uid)
  const sealed = leads.map(lead => {
    return sealer.seal(lead.passport_id, placeOfPassport(lead)).bytes.toString('hex')
  })
  await sql`update leads l set passport_id = null,
      passport_sealed = decode(s.sealed, 'hex'), passport_key_id = ${sealer.currentKeyId}
    from unnest(${uids}::uuid[], ${sealed}::text[]) s (uid, sealed)
    where l.agency_uid = ${agencyUid} and l.uid = s.uid`.execute(db)
}
