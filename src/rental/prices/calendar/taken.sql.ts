/**
 * What is taken of units and what dates cost, as columns: one array for each, made into a text by
 * the database, which takes a third of the time of as many JSON arrays.
 */
import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { asDate, dayNumber, isUnexpired } from './availability.sql.ts'

/** Days [from, to) as SQL. */
interface DaysSql {
  from: Sql
  to: Sql
}

/**
 * The ranges of nights `o` that are taken of the unit `u` and reach into `days`. Of one unit none
 * meets another (`no_double_booking`), so all but the first begin on one of the days; the index
 * `occupancies_by_night` has them in a row.
 */
export function takenOfUnit(agency: Sql, { from, to }: DaysSql): Sql {
  const ofUnit = (alias: string) => {
    const o = sql.table(alias)
    return sql`${o}.agency_uid = ${agency} and ${o}.unit_uid = u.uid`
  }
  return sql`select o.occupied, o.turnover_nights, o.lead_uid from occupancies o
    where ${ofUnit('o')} and lower(o.occupied) < ${asDate(to)}
      and lower(o.occupied) >= coalesce((select max(lower(b.occupied)) from occupancies b
        where ${ofUnit('b')} and lower(b.occupied) <= ${asDate(from)}), ${asDate(from)})
      and upper(o.occupied) > ${asDate(from)}`
}

/** What stands between leads, and between the parts of one. */
export const [betweenLeads, betweenParts] = [';', ' ']

/**
 * Of leads that are neither booked nor gone what a calendar tells them by, so few that their index
 * is small: uid, status, which is LAPSED of a hold or request whose time is over, source, and when
 * that time is over, in milliseconds since 1970.
 *
 * @param ofAgency the condition that `l` is of the agencies
 * @param uids an array
 */
export function unbookedLeads(ofAgency: Sql, uids: Sql, now: Sql): Sql {
  return sql`(select string_agg(concat(l.uid, ${sql.lit(betweenParts)},
      case when ${isUnexpired(now)} then l.status else 'LAPSED' end, ${sql.lit(betweenParts)},
      l.source, ${sql.lit(betweenParts)}, case when l.status <> 'BLOCKED'
        then floor(extract(epoch from l.timer_ends_at) * 1000)::bigint end),
      ${sql.lit(betweenLeads)})
    from leads l where ${ofAgency} and l.uid = any(${uids})
      and l.status in ('BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED'))`
}

/** The columns of {@link periodColumns}. */
export const periodNames = ['days', 'prices', 'minimum_stays', 'check_ins', 'check_outs'].map(
  name => `period_${name}`,
)

/** The pricing periods of a property on `days`, by date. */
export function periodColumns(agency: Sql, property: Sql, { from, to }: DaysSql): Sql {
  const columns = [
    dayNumber(sql`d.date`),
    sql`d.price`,
    sql`d.minimum_stay`,
    sql`d.available_for_check_in`,
    sql`d.available_for_check_out`,
  ]
  const arrays = columns.map((column, i) => {
    return sql`array_agg(${column})::text as ${sql.ref(periodNames[i]!)}`
  })
  return sql`select ${sql.join(arrays)}
    from (select * from pricing_periods d where d.agency_uid = ${agency}
      and d.property_uid = ${property} and d.date >= ${asDate(from)} and d.date < ${asDate(to)}
      order by d.date) d`
}
