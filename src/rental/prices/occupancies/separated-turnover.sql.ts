import { sql } from 'kysely'
import type { WorkContext } from '../../../context.ts'
import { dayMs } from '../../../platform/dates/dates.ts'
import { queryTenants } from '../../../platform/db/cluster/topology.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { endOfNights } from '../../properties/units/occupied-units.sql.ts'

const batchSize = 1_000
/** Migration since which turnover is outside of the range. */
const migration = '0041-nights.sql'

/**
 * Separates turnover from the ranges of nights that a former release wrote, a thousand rows per
 * transaction, and returns the number of rows (docs/decisions/0088-turnover.md). Does nothing on
 * the first day after the migration: processes of that release, which expect turnover inside the
 * range, may still be running.
 */
export async function separateTurnover(work: WorkContext, signal: AbortSignal): Promise<number> {
  if (!(await isMigrationDayOld(work))) return 0
  let separatedCount = 0
  for (const agencyUid of await listAgenciesUnscoped(work)) {
    for (let count = batchSize; count === batchSize; signal.throwIfAborted()) {
      count = await transaction(work, (ctx: WorkContext) => separateBatch(ctx, agencyUid))
      separatedCount += count
    }
  }
  return separatedCount
}

async function isMigrationDayOld({
  db,
  clock,
}: Pick<WorkContext, 'db' | 'clock'>): Promise<boolean> {
  const { rows } = await sql<{ applied_at: Date }>`select applied_at from migrations
    where name = ${migration}`.execute(db)
  return clock.now().getTime() - rows[0]!.applied_at.getTime() >= dayMs
}

async function listAgenciesUnscoped({ db }: Pick<WorkContext, 'db'>): Promise<string[]> {
  const { rows } = await queryTenants(
    db,
    inTenant => sql<{ agency_uid: string }>`
    /* every tenant */ select distinct o.agency_uid from occupancies o
    where ${inTenant('o')} and o.turnover_nights > 0`,
  )
  return rows.map(({ agency_uid }) => agency_uid)
}

/** Separates one batch; rows that another transaction has locked are left for the next run. */
async function separateBatch({ db }: Pick<WorkContext, 'db'>, agencyUid: string): Promise<number> {
  const { rows } = await sql`with chosen as materialized (
      select o.unit_uid, o.lead_uid from occupancies o
      where o.agency_uid = ${agencyUid} and o.turnover_nights > 0
      limit ${batchSize} for no key update skip locked)
    update occupancies o set occupied = daterange(lower(o.occupied), ${endOfNights('o')}),
      turnover_after = o.turnover_after + o.turnover_nights, turnover_nights = 0
    from chosen s where o.agency_uid = ${agencyUid} and o.unit_uid = s.unit_uid
      and o.lead_uid = s.lead_uid
    returning 1 as one`.execute(db)
  return rows.length
}
