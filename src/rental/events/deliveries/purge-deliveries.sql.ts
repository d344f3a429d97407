/** Retention of deliveries: contract/events.md §8.5, §9.15. */

import { sql } from 'kysely'
import type { WorkContext } from '../../../context.ts'
import { queryTenants } from '../../../platform/db/cluster/topology.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { isEnabledAgency } from '../../access/agency-states/agency-state.sql.ts'

const batchSize = 1_000

/**
 * Deletes the deliveries of all enabled agencies, with their attempts, that were completed or held
 * longer ago than the retention period. Returns the number of deleted deliveries.
 */
export async function purgeDeliveriesUnscoped({
  db,
  clock,
  settings,
}: Pick<WorkContext, 'db' | 'clock' | 'settings'>): Promise<number> {
  const days = settings.deliveryRetentionDays
  if (days === 0) return 0
  const before = new Date(clock.now().getTime() - days * 86_400_000)
  const completed = sql`d.completed_at < ${before}`
  const held = sql`d.completed_at is null and d.due_at = 'infinity' and d.created_at < ${before}`
  let deleted = 0
  for (const condition of [completed, held]) {
    const { rows } = await queryTenants(
      db,
      of => sql<{ agency_uid: string }>`/* every tenant */
      select distinct d.agency_uid from deliveries d where ${of('d')} and (${condition})
        and ${isEnabledAgency(sql`d.agency_uid`)}`,
    )
    for (const { agency_uid } of rows)
      deleted += await deleteInBatches({ db }, agency_uid, condition)
  }
  return deleted
}

async function deleteInBatches(
  { db }: Pick<WorkContext, 'db'>,
  agencyUid: string,
  condition: Sql,
): Promise<number> {
  let deleted = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from deliveries where agency_uid = ${agencyUid} and uid in (
        select d.uid from deliveries d where d.agency_uid = ${agencyUid} and ${condition}
        limit ${batchSize} for update skip locked)`.execute(db)
    deleted += Number(numAffectedRows)
    if (Number(numAffectedRows) < batchSize) return deleted
  }
}
