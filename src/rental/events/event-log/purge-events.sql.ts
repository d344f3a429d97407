/** Retention of events: contract/events.md §10. */

import { sql } from 'kysely'
import type { WorkContext } from '../../../context.ts'
import { queryTenants } from '../../../platform/db/cluster/topology.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { isEnabledAgency } from '../../access/agency-states/agency-state.sql.ts'

const batchSize = 1_000

/**
 * Deletes the events of all enabled agencies that are older than the retention period, from the
 * start of each log, with their deliveries. Retains an event with an open delivery, and all events
 * after it. Returns the number of deleted events.
 */
export async function purgeEventsUnscoped(ctx: WorkContext): Promise<number> {
  const days = ctx.settings.eventRetentionDays
  if (days === 0) return 0
  const before = new Date(ctx.clock.now().getTime() - days * 86_400_000)
  const { rows } = await queryTenants(
    ctx.db,
    of => sql<{ agency_uid: string }>`
    /* every tenant */ select l.agency_uid from event_logs l
    where ${of('l')} and exists (select 1 from events e
      where e.agency_uid = l.agency_uid and ${of('e')} and e.created_at < ${before})
      and ${isEnabledAgency(sql`l.agency_uid`)}`,
  )
  let deleted = 0
  for (const { agency_uid } of rows) deleted += await purgeLog(ctx, agency_uid, before)
  return deleted
}

async function purgeLog(ctx: WorkContext, agencyUid: string, before: Date): Promise<number> {
  for (let deleted = 0; ; ) {
    const count = await transaction(ctx, async ctx => purgeBatch(ctx, agencyUid, before))
    deleted += count
    if (count < batchSize) return deleted
  }
}

/**
 * Deletes the first old events of a log, and returns their number. A locked event cannot get a new
 * delivery, so `firstOpenSeq` stays valid until the commit.
 */
async function purgeBatch(
  { db }: Pick<WorkContext, 'db'>,
  agencyUid: string,
  before: Date,
): Promise<number> {
  const { rows: batch } = await sql<{ seq: number; isOld: boolean }>`
    select e.seq, e.created_at < ${before} as "isOld" from events e
    where e.agency_uid = ${agencyUid} order by e.seq limit ${batchSize} for update`.execute(db)
  const firstRecent = batch.findIndex(({ isOld }) => !isOld)
  const old = firstRecent < 0 ? batch : batch.slice(0, firstRecent)
  if (old.length === 0) return 0
  const { rows: open } = await sql<{ seq: number | null }>`
    select min(d.seq) as seq from deliveries d where d.agency_uid = ${agencyUid}
      and d.seq <= ${old.at(-1)!.seq} and d.completed_at is null`.execute(db)
  const firstOpenSeq = open[0]?.seq ?? Number.POSITIVE_INFINITY
  const deletable = old.filter(({ seq }) => seq < firstOpenSeq)
  const lastDeleted = deletable.at(-1)?.seq
  if (lastDeleted === undefined) return 0
  await sql`with deleted as (
      delete from events where agency_uid = ${agencyUid} and seq <= ${lastDeleted})
    update event_logs set gone_seq = ${lastDeleted} where agency_uid = ${agencyUid}`.execute(db)
  return deletable.length
}
