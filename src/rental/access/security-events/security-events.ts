/** Security events of agencies: docs/reference/logs-and-events.md. */

import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { changeTenants } from '../../../platform/db/cluster/topology.ts'
import type { SecurityEventsTable } from '../../tables.ts'

export type StoredSecurityEvent = Selectable<SecurityEventsTable>

/** Stores an event. Equal events of one `day` are counted in one row. */
export async function insertSecurityEvent(
  { db }: Pick<Context, 'db'>,
  event: Insertable<SecurityEventsTable>,
): Promise<void> {
  const insert = db.insertInto('security_events').values(event)
  if (event.day == null) return void (await insert.execute())
  await insert
    .onConflict(conflict =>
      conflict
        .columns(['agency_uid', 'event', 'subject_uid', 'day'])
        .where('day', 'is not', null)
        .doUpdateSet(row => ({
          times: sql<number>`security_events.times + 1`,
          last_at: row.ref('excluded.last_at'),
          address: row.ref('excluded.address'),
        })),
    )
    .execute()
}

/** Lists the events of an agency, latest first. */
export async function listSecurityEvents(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  limit: number,
): Promise<StoredSecurityEvent[]> {
  return db
    .selectFrom('security_events')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .orderBy('last_at', 'desc')
    .orderBy('uid')
    .limit(limit)
    .execute()
}

/**
 * Deletes events older than a time.
 *
 * @returns the number of deleted rows
 */
export async function purgeSecurityEventsUnscoped(
  { db }: Pick<Context, 'db'>,
  before: Date,
): Promise<number> {
  return changeTenants(
    db,
    inTenants => sql`/* every tenant */
    delete from security_events where ${inTenants('security_events')} and last_at < ${before}`,
  )
}
