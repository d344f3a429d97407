/** What becomes of events that were kept long enough: contract/events.md §10. */

import { sql } from 'kysely'
import type { WorkContext } from '../../../context.ts'
import { reachableRows } from '../../../platform/db/citus/reachable-rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'

const eventsAtOnce = 1_000

/**
 * Removes the events of all agencies that are older than the operator keeps them, from the start of
 * each log on, with their deliveries; an event that is still to be delivered stays, and so do those
 * behind it. Says how many went.
 */
export async function forgetEventsUnscoped(work: WorkContext): Promise<number> {
  const days = work.settings.eventRetentionDays
  if (days === 0) return 0
  const before = new Date(work.clock.now().getTime() - days * 86_400_000)
  const rows = await reachableRows(
    work.db as never,
    of => sql<{ agency_uid: string }>`
    /* every tenant */ select l.agency_uid from event_logs l
    where ${of('l')} and exists (select 1 from events e
      where e.agency_uid = l.agency_uid and ${of('e')} and e.created_at < ${before})`,
  )
  let gone = 0
  for (const { agency_uid } of rows) gone += await forgetOf(work, agency_uid, before)
  return gone
}

async function forgetOf(work: WorkContext, agencyUid: string, before: Date): Promise<number> {
  for (let gone = 0; ; ) {
    const count = await transaction(work, async ctx => forgetFirst(ctx, agencyUid, before))
    gone += count
    if (count < eventsAtOnce) return gone
  }
}

/** Nobody can begin to deliver an event that is locked, so what is found stays so to the end. */
async function forgetFirst(
  { db }: Pick<WorkContext, 'db'>,
  agencyUid: string,
  before: Date,
): Promise<number> {
  const { rows: first } = await sql<{ seq: number; isOld: boolean }>`
    select e.seq, e.created_at < ${before} as "isOld" from events e
    where e.agency_uid = ${agencyUid} order by e.seq limit ${eventsAtOnce} for update`.execute(db)
  const young = first.findIndex(({ isOld }) => !isOld)
  const old = young < 0 ? first : first.slice(0, young)
  if (old.length === 0) return 0
  const { rows: open } = await sql<{ seq: number | null }>`
    select min(d.seq) as seq from deliveries d where d.agency_uid = ${agencyUid}
      and d.seq <= ${old.at(-1)!.seq} and d.completed_at is null`.execute(db)
  const kept = open[0]?.seq ?? Number.POSITIVE_INFINITY
  const gone = old.filter(({ seq }) => seq < kept)
  const last = gone.at(-1)?.seq
  if (last === undefined) return 0
  await sql`with gone as (
      delete from events where agency_uid = ${agencyUid} and seq <= ${last})
    update event_logs set gone_seq = ${last} where agency_uid = ${agencyUid}`.execute(db)
  return gone.length
}
