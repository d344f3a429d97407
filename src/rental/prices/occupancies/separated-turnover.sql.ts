import { sql } from 'kysely'
import type { WorkContext } from '../../../context.ts'
import { reachableRows } from '../../../platform/db/citus/reachable-rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { endOfNights } from '../../properties/units/taken-units.sql.ts'

const atOnce = 1_000
const dayMs = 86_400_000
const migration = '0041-nights.sql'

/**
 * Takes the turnover out of the ranges of nights that a release before has written, a thousand rows
 * per transaction, and returns how many rows (docs/decisions/0088-turnover.md). It
 * leaves them for the first day after the migration: processes of that release, which know no
 * turnover outside of a range, may still be serving.
 */
export async function separateTurnover(work: WorkContext, signal: AbortSignal): Promise<number> {
  if (!(await isSettled(work))) return 0
  let separated = 0
  for (const agencyUid of await listAgenciesUnscoped(work)) {
    for (let count = atOnce; count === atOnce; signal.throwIfAborted()) {
      count = await transaction(work, (ctx: WorkContext) => separateSome(ctx, agencyUid))
      separated += count
    }
  }
  return separated
}

async function isSettled({ db, clock }: Pick<WorkContext, 'db' | 'clock'>): Promise<boolean> {
  const { rows } = await sql<{ applied_at: Date }>`select applied_at from migrations
    where name = ${migration}`.execute(db)
  return clock.now().getTime() - rows[0]!.applied_at.getTime() >= dayMs
}

async function listAgenciesUnscoped({ db }: Pick<WorkContext, 'db'>): Promise<string[]> {
  const rows = await reachableRows(
    db as never,
    of => sql<{ agency_uid: string }>`
    /* every tenant */ select distinct o.agency_uid from occupancies o
    where ${of('o')} and o.turnover_nights > 0`,
  )
  return rows.map(({ agency_uid }) => agency_uid)
}

/** Rows that another transaction is writing are left for the next time. */
async function separateSome({ db }: Pick<WorkContext, 'db'>, agencyUid: string): Promise<number> {
  const { rows } = await sql`with chosen as materialized (
      select o.unit_uid, o.lead_uid from occupancies o
      where o.agency_uid = ${agencyUid} and o.turnover_nights > 0
      limit ${atOnce} for no key update skip locked)
    update occupancies o set occupied = daterange(lower(o.occupied), ${endOfNights('o')}),
      turnover_after = o.turnover_after + o.turnover_nights, turnover_nights = 0
    from chosen s where o.agency_uid = ${agencyUid} and o.unit_uid = s.unit_uid
      and o.lead_uid = s.lead_uid
    returning 1 as one`.execute(db)
  return rows.length
}
