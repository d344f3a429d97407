import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { localIn } from '../../../platform/dates.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'

/** A job `j` that can be late: one that is to be done and is not. */
export const isUndone = sql`j.status in ('NEW', 'ACCEPTED', 'DECLINED')`

/** What the clocks of zones show now, local date-times by the name of the zone. */
export type Clocks = Readonly<Record<string, string>>

/**
 * What the clocks show where an open job of the caller is. The runtime reads them, since a
 * statement fails for a zone that the database does not know.
 */
export async function clocksOfJobs({
  db,
  caller,
  clock,
}: Pick<Context, 'db' | 'caller' | 'clock'>): Promise<Clocks> {
  const { rows } = await sql<{ time_zone: string }>`select distinct p.time_zone
    from jobs j
    join properties p on p.agency_uid = ${agencyOf(caller, 'j')} and p.uid = j.property_uid
    where ${ofCaller(caller, 'j')} and ${isUndone}`.execute(db)
  const now = clock.now()
  return Object.fromEntries(rows.map(({ time_zone: zone }) => [zone, localIn(zone, now)]))
}

/** What the clock shows now where the property `p` is, one of those that have open jobs. */
export function clockOfProperty(clocks: Clocks): Sql {
  return sql`(${JSON.stringify(clocks)}::jsonb ->> p.time_zone)::timestamp`
}
