/** What becomes of deliveries that were kept long enough: contract/events.md §8.5, §9.15. */

import { sql } from 'kysely'
import type { WorkContext } from '../../../context.ts'
import { reachableRows } from '../../../platform/db/citus/reachable-rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'

const deliveriesAtOnce = 1_000

/**
 * Removes the deliveries of all agencies, with their attempts, that were completed longer ago than
 * the operator keeps them, and those that were held so long. Says how many.
 */
export async function forgetDeliveriesUnscoped({
  db,
  clock,
  settings,
}: Pick<WorkContext, 'db' | 'clock' | 'settings'>): Promise<number> {
  const days = settings.deliveryRetentionDays
  if (days === 0) return 0
  const before = new Date(clock.now().getTime() - days * 86_400_000)
  const completed = sql`d.completed_at < ${before}`
  const held = sql`d.completed_at is null and d.due_at = 'infinity' and d.created_at < ${before}`
  let gone = 0
  for (const condition of [completed, held]) {
    const rows = await reachableRows(
      db as never,
      of => sql<{ agency_uid: string }>`/* every tenant */
      select distinct d.agency_uid from deliveries d where ${of('d')} and (${condition})`,
    )
    for (const { agency_uid } of rows) gone += await forget({ db }, agency_uid, condition)
  }
  return gone
}

async function forget(
  { db }: Pick<WorkContext, 'db'>,
  agencyUid: string,
  condition: Sql,
): Promise<number> {
  let gone = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from deliveries where agency_uid = ${agencyUid} and uid in (
        select d.uid from deliveries d where d.agency_uid = ${agencyUid} and ${condition}
        limit ${deliveriesAtOnce} for update skip locked)`.execute(db)
    gone += Number(numAffectedRows)
    if (Number(numAffectedRows) < deliveriesAtOnce) return gone
  }
}
