import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { localIn } from '../../../platform/dates/dates.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { inCallerTenant } from '../../access/agencies/tenant.sql.ts'

/** Condition that the job `j` is not done; such a job can be late. */
export const isUndone = sql`j.status in ('NEW', 'ACCEPTED', 'DECLINED')`

/** Current local times of time zones, sorted ascending. */
export interface LocalTimes {
  zones: string[]
  times: string[]
}

/**
 * Lists the current local times of the time zones of the caller's properties. The runtime computes
 * them, because a statement fails for a zone that the database does not know.
 */
export async function listLocalTimes({
  db,
  caller,
  clock,
}: Pick<Context, 'db' | 'caller' | 'clock'>): Promise<LocalTimes> {
  const { rows } = await sql<{ time_zone: string }>`select distinct p.time_zone
    from properties p
    where ${inCallerTenant(caller, 'p')} and p.deleted_at is null`.execute(db)
  const now = clock.now()
  const locals = rows.map(({ time_zone: zone }) => ({ zone, time: localIn(zone, now) }))
  locals.sort((a, b) => (a.time < b.time ? -1 : 1))
  return { zones: locals.map(({ zone }) => zone), times: locals.map(({ time }) => time) }
}

/** Returns a join with `c.local_time`, the current local time of the property `p`. */
export function joinLocalTime({ zones, times }: LocalTimes): Sql {
  return sql`join unnest(${zones}::text[], ${times}::timestamp[]) c (zone, local_time)
    on c.zone = p.time_zone`
}
