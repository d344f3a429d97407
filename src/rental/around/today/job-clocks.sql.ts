import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { localIn } from '../../../platform/dates.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { ofCaller } from '../../access/agencies/tenant.sql.ts'

/** A job `j` that can be late: one that is to be done and is not. */
export const isUndone = sql`j.status in ('NEW', 'ACCEPTED', 'DECLINED')`

/** What the clocks of zones show now, local date-times, the earliest first. */
export interface Clocks {
  zones: string[]
  times: string[]
}

/**
 * What the clocks show where the caller has properties. The runtime reads them, since a statement
 * fails for a zone that the database does not know.
 */
export async function clocksOf({
  db,
  caller,
  clock,
}: Pick<Context, 'db' | 'caller' | 'clock'>): Promise<Clocks> {
  const { rows } = await sql<{ time_zone: string }>`select distinct p.time_zone
    from properties p
    where ${ofCaller(caller, 'p')} and p.deleted_at is null`.execute(db)
  const now = clock.now()
  const shown = rows.map(({ time_zone: zone }) => ({ zone, time: localIn(zone, now) }))
  shown.sort((a, b) => (a.time < b.time ? -1 : 1))
  return { zones: shown.map(({ zone }) => zone), times: shown.map(({ time }) => time) }
}

/** Joins `c.shows`, what the clock shows where the property `p` is. */
export function joinClock({ zones, times }: Clocks): Sql {
  return sql`join unnest(${zones}::text[], ${times}::timestamp[]) c (zone, shows)
    on c.zone = p.time_zone`
}
