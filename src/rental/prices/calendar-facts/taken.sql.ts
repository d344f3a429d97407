/**
 * What is taken of units and what dates cost, as columns: one array for each, made into a text by
 * the database, which takes a third of the time of as many JSON arrays.
 */
import { sql } from 'kysely'
import type { Sql } from '../../../platform/graphql/fields.ts'
import {
  endOfTurnover,
  turnOverDaysMax,
  turnoverOf,
} from '../../properties/units/taken-units.sql.ts'
import { asDate, dayNumber, isUnexpired } from './availability.sql.ts'
import { listed } from './listed.sql.ts'

/** Days [from, to) as SQL. */
interface DaysSql {
  from: Sql
  to: Sql
}

/**
 * The ranges of nights `o` that are taken of the unit `u` and reach into `days`, each with its
 * turnover. No nights of a unit are in two ranges (`no_double_booking`), so what began before the
 * last range that was there when the longest turnover began is over; the index
 * `occupancies_by_night` has them in a row.
 */
export function takenOfUnit(agency: Sql, { from, to }: DaysSql): Sql {
  const ofUnit = (alias: string) => {
    const o = sql.table(alias)
    return sql`${o}.agency_uid = ${agency} and ${o}.unit_uid = u.uid`
  }
  const earliest = sql`${asDate(from)} - ${sql.lit(turnOverDaysMax)}`
  return sql`select ${dayNumber(sql`lower(o.occupied)`)} as first, ${turnoverOf('o')} as turnover,
      ${dayNumber(endOfTurnover('o'))} as last, o.lead_uid from occupancies o
    where ${ofUnit('o')} and lower(o.occupied) < ${asDate(to)}
      and lower(o.occupied) >= coalesce((select max(lower(b.occupied)) from occupancies b
        where ${ofUnit('b')} and lower(b.occupied) <= ${earliest}), ${earliest})
      and ${endOfTurnover('o')} > ${asDate(from)}`
}

/**
 * Of leads that are neither booked nor gone what a calendar tells them by, so few that their index
 * is small: uid, status, which is LAPSED of a hold or request whose time is over, source, and when
 * that time is over, in milliseconds since 1970.
 *
 * @param ofAgency the condition that `l` is of the agencies
 * @param uids an array
 */
export function unbookedLeads(ofAgency: Sql, uids: Sql, now: Sql): Sql {
  return sql`(select ${listed([
    sql`l.uid`,
    sql`case when ${isUnexpired(now)} then l.status else 'LAPSED' end`,
    sql`l.source`,
    sql`case when l.status <> 'BLOCKED'
      then floor(extract(epoch from l.timer_ends_at) * 1000)::bigint end`,
  ])}
    from leads l where ${ofAgency} and l.uid = any(${uids})
      and l.status in ('BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED'))`
}

const periodColumnsByName = {
  period_first: sql`min(${dayNumber(sql`d.date`)})`,
  // Mostly each day has one: then the first of them tells the rest.
  period_days: sql`case when max(d.date) - min(d.date) >= count(*)
    then array_agg(${dayNumber(sql`d.date`)})::text end`,
  period_prices: sql`array_agg(d.price)::text`,
  period_minimum_stays: unlessNull(sql`d.minimum_stay`),
  period_check_ins: unlessNull(sql`d.available_for_check_in`),
  period_check_outs: unlessNull(sql`d.available_for_check_out`),
}

/** An array of the values of a column, if it has any. */
function unlessNull(column: Sql): Sql {
  return sql`case when count(${column}) > 0 then array_agg(${column})::text end`
}

/** The columns of {@link periodColumns}. */
export const periodNames = Object.keys(periodColumnsByName)

/** The pricing periods of a property on `days`, by date. */
export function periodColumns(agency: Sql, property: Sql, { from, to }: DaysSql): Sql {
  const columns = Object.entries(periodColumnsByName).map(([name, column]) => {
    return sql`${column} as ${sql.ref(name)}`
  })
  return sql`select ${sql.join(columns)}
    from (select * from pricing_periods d where d.agency_uid = ${agency}
      and d.property_uid = ${property} and d.date >= ${asDate(from)} and d.date < ${asDate(to)}
      order by d.date) d`
}
