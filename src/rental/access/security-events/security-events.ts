/** What happened to the security of an agency: docs/operating.md. */

import { type Insertable, type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { changeReachable } from '../../../platform/db/citus/reachable-rows.ts'
import type { SecurityEventsTable } from '../../tables.ts'

export type StoredSecurityEvent = Selectable<SecurityEventsTable>

/** Stores an event; one of a `day` is counted with those like it of that day. */
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

/** The events of an agency, the latest first. */
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

/** Deletes what is older than an instant, and says how many. */
export async function forgetSecurityEventsUnscoped(
  { db }: Pick<Context, 'db'>,
  before: Date,
): Promise<number> {
  return changeReachable(
    db as never,
    of => sql`/* every tenant */
    delete from security_events where ${of('security_events')} and last_at < ${before}`,
  )
}
