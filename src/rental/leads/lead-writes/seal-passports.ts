import { sql } from 'kysely'
import type { Context, WorkContext } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import type { LeadRow } from '../leads/lead.ts'
import { placeOfPassport } from '../leads/sealed-passport.ts'

const atOnce = 100
const dayMs = 86_400_000
const migration = '0020-leads.sql'

/**
 * Seals passports that a release before has stored in clear, a hundred leads per transaction, and
 * says how many (docs/decisions/0031-sealed-passports.md). None in the first day after the
 * migration: processes of that release, which cannot read what is sealed, may still be serving.
 */
export async function sealPassports(work: WorkContext, signal: AbortSignal): Promise<number> {
  if (!(await isSettled(work))) return 0
  for (let sealed = 0; ; signal.throwIfAborted()) {
    const count = await transaction(work, async (ctx: WorkContext) => {
      const leads = await lockClear(ctx)
      await writeSealed(ctx, leads)
      return leads.length
    })
    sealed += count
    if (count < atOnce) return sealed
  }
}

async function isSettled({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const { rows } = await sql<{ applied_at: Date }>`select applied_at from migrations
    where name = ${migration}`.execute(db)
  return clock.now().getTime() - rows[0]!.applied_at.getTime() >= dayMs
}

type ClearLead = Pick<LeadRow, 'agency_uid' | 'uid'> & { passport_id: string }

/** Leads that somebody else is writing wait for the next time: nobody waits for anybody. */
async function lockClear({ db }: Pick<Context, 'db'>): Promise<ClearLead[]> {
  const { rows } = await sql<ClearLead>`/* every tenant */
    select agency_uid, uid, passport_id from leads where passport_id is not null
    order by agency_uid, uid limit ${atOnce} for no key update skip locked`.execute(db)
  return rows
}

/** To whoever follows leads nothing has changed. */
async function writeSealed(
  { db, sealer }: Pick<Context, 'db' | 'sealer'>,
  leads: ClearLead[],
): Promise<void> {
  if (leads.length === 0) return
  const agencyUids = leads.map(({ agency_uid }) => agency_uid)
  const uids = leads.map(({ uid }) => uid)
  const sealed = leads.map(lead => {
    return sealer.seal(lead.passport_id, placeOfPassport(lead)).bytes.toString('hex')
  })
  await sql`/* every tenant */ update leads l set passport_id = null,
      passport_sealed = decode(s.sealed, 'hex'), passport_key_id = ${sealer.currentKeyId}
    from unnest(${agencyUids}::uuid[], ${uids}::uuid[], ${sealed}::text[])
      s (agency_uid, uid, sealed)
    where l.agency_uid = s.agency_uid and l.uid = s.uid`.execute(db)
}
