/**
 * Occupied nights and pricing periods in columns: one array per column, which the database converts
 * to text in a third of the time of JSON arrays.
 */
import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'
import {
  endOfTurnover,
  turnoverDaysMax,
  turnoverOf,
} from '../../properties/units/occupied-units.sql.ts'
import { asDate, dayNumber, isUnexpired } from './availability.sql.ts'
import { toTextList } from './text-list.sql.ts'

/** Days [from, to) as SQL. */
interface DaysSql {
  from: Sql
  to: Sql
}

/**
 * Selects the occupied ranges `o` of the unit `u` that intersect `days`, each with its turnover.
 * Ranges of a unit do not overlap (`no_double_booking`): those before the last one that starts at
 * least the longest turnover before `days` are over. The index `occupancies_by_night` has the rest
 * in a row.
 */
export function occupiedRanges(agency: Sql, { from, to }: DaysSql): Sql {
  const hasUnit = (alias: string) => {
    const o = sql.table(alias)
    return sql`${o}.agency_uid = ${agency} and ${o}.unit_uid = u.uid`
  }
  const earliest = sql`${asDate(from)} - ${sql.lit(turnoverDaysMax)}`
  return sql`select ${dayNumber(sql`lower(o.occupied)`)} as first, ${turnoverOf('o')} as turnover,
      ${dayNumber(endOfTurnover('o'))} as last, o.lead_uid from occupancies o
    where ${hasUnit('o')} and lower(o.occupied) < ${asDate(to)}
      and lower(o.occupied) >= coalesce((select max(lower(b.occupied)) from occupancies b
        where ${hasUnit('b')} and lower(b.occupied) <= ${earliest}), ${earliest})
      and ${endOfTurnover('o')} > ${asDate(from)}`
}

/**
 * Selects leads that hold nights without being booked, as a text list: uid, status (`LAPSED` if
 * expired), source, and expiry in epoch milliseconds. They are few, so their index is small.
 *
 * @param agencyCondition condition on the agency of `l`
 * @param uids array of lead uids
 */
export function unbookedLeads(agencyCondition: Sql, uids: Sql, now: Sql): Sql {
  return sql`(select ${toTextList([
    sql`l.uid`,
    sql`case when ${isUnexpired(now)} then l.status else 'LAPSED' end`,
    sql`l.source`,
    sql`case when l.status <> 'BLOCKED'
      then floor(extract(epoch from l.timer_ends_at) * 1000)::bigint end`,
  ])}
    from leads l where ${agencyCondition} and l.uid = any(${uids})
      and l.status in ('BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED'))`
}

const periodColumnsByName = {
  period_first: sql`min(${dayNumber(sql`d.date`)})`,
  // Days are mostly consecutive: then the first one implies the others.
  period_days: sql`case when max(d.date) - min(d.date) >= count(*)
    then array_agg(${dayNumber(sql`d.date`)})::text end`,
  period_prices: sql`array_agg(d.price)::text`,
  period_minimum_stays: unlessNull(sql`d.minimum_stay`),
  period_check_ins: unlessNull(sql`d.available_for_check_in`),
  period_check_outs: unlessNull(sql`d.available_for_check_out`),
}

/** Returns an array of the values of a column; null if all of them are null. */
function unlessNull(column: Sql): Sql {
  return sql`case when count(${column}) > 0 then array_agg(${column})::text end`
}

export const periodColumnNames = Object.keys(periodColumnsByName)

/** Selects the pricing periods of a property on `days` in columns, sorted by date. */
export function periodColumns(agency: Sql, property: Sql, { from, to }: DaysSql): Sql {
  const columns = Object.entries(periodColumnsByName).map(([name, column]) => {
    return sql`${column} as ${sql.ref(name)}`
  })
  return sql`select ${sql.join(columns)}
    from (select * from pricing_periods d where d.agency_uid = ${agency}
      and d.property_uid = ${property} and d.date >= ${asDate(from)} and d.date < ${asDate(to)}
      order by d.date) d`
}
