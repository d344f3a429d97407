/**
 * What the rules of stay.ts, units.ts and nights.ts look at, as SQL over a row of `properties`, so
 * that a calendar, a search and a quote are one statement each.
 */
import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { endOfTurnover, isNear, turnoverOf } from '../../properties/units/taken-units.sql.ts'

/** Days [from, to), as dates.ts numbers them: values, or slots of a prepared statement. */
interface AskedDays {
  from: number | Sql
  to: number | Sql
}

/** The columns of a property that `StayRules` consists of. */
export const ruleColumns = [
  'p.time_zone',
  'p.master_bookable',
  'p.max_guests',
  'p.minimum_stay',
  'p.maximum_stay',
  'p.minimum_weekend_stay',
  'p.day_of_week_minimum_stay',
  'p.allow_booking_requests_above_maximum_stay',
  'p.allow_booking_request_when_out_of_lead_time',
  'p.booking_window',
  'p.booking_lead_time',
  'p.turn_over_days',
  'p.check_in_time_start',
  'p.days_of_the_week_to_check_in_on',
] as const

/** What a select gives of a property's subs. */
export function subsOf(property: Row, column: Sql): Sql {
  return sql`select ${column} from properties sub
    where sub.agency_uid = ${property('agency_uid')} and sub.parent_uid = ${property('uid')}
      and sub.deleted_at is null`
}

/**
 * The units of a property by age, with the nights of `days` and the turnover after these that are
 * theirs to whom: JSON, an array of `AssignedUnit`. Those of `exceptLead` are left out.
 *
 * @param subs the uids of the property's subs, an array
 */
export function unitsOf(property: Row, subs: Sql, days: AskedDays, exceptLead?: Sql): Sql {
  const others = exceptLead === undefined ? sql`` : sql`and o.lead_uid <> ${exceptLead}`
  return sql`(select coalesce(json_agg(json_build_array(u.uid, u.is_active,
      (select coalesce(json_agg(json_build_array(${dayNumber(sql`lower(o.occupied)`)},
          ${dayNumber(endOfTurnover('o'))}, ${turnoverOf('o')}, o.lead_uid)), '[]')
        from occupancies o
        where o.agency_uid = ${property('agency_uid')} and o.unit_uid = u.uid
          and ${isNear('o', asDate(days.from), endOf(property, days))} ${others}))
      order by u.created_at, u.uid), '[]')
    from units u
    where u.agency_uid = ${property('agency_uid')} and u.deleted_at is null
      and u.property_uid = any(${stayedInOf(property, subs)}))`
}

/** The properties whose units a stay on a property takes: its subs', or its own. */
export function stayedIn(property: Row): Sql {
  return stayedInOf(property, sql`array(${subsOf(property, sql`sub.uid`)})`)
}

function stayedInOf(property: Row, subs: Sql): Sql {
  return sql`coalesce(nullif(${subs}, '{}'), array[${property('uid')}])`
}

/** The end of `days` and the present turnover after these. */
function endOf(property: Row, { to }: AskedDays): Sql {
  return sql`(${asDate(to)} + coalesce(${property('turn_over_days')}, 0))`
}

/** The condition that the lead `l` holds its nights until its timer ends, not for good. */
export const isLapsing = sql`l.status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')`

/**
 * The condition that the lead `l` still holds its nights: a hold or request does so up to the
 * instant at which its timer ends, whatever its status says (contract/pricing.md §3.1).
 */
export function isUnexpired(now: Date | Sql): Sql {
  return sql`not (${isLapsing}
    and coalesce(l.timer_ends_at <= ${now}, false))`
}

/** The pricing periods of a property on `days`, by date: JSON, an array of `DatedPeriod`. */
export function periodsOf(property: Row, { from, to }: AskedDays): Sql {
  return sql`(select coalesce(json_agg(json_build_array(${dayNumber(sql`d.date`)},
      d.price::text, d.minimum_stay, d.available_for_check_in, d.available_for_check_out)
      order by d.date), '[]')
    from pricing_periods d
    where d.agency_uid = ${property('agency_uid')} and d.property_uid = ${property('uid')}
      and d.date >= ${asDate(from)} and d.date < ${asDate(to)})`
}

const dayZero = sql`date '1970-01-01'`

/** A date as SQL, of its number. */
export function asDate(day: number | Sql): Sql {
  return sql`(${dayZero} + ${day}::integer)`
}

/** The number of a date. */
export function dayNumber(date: Sql): Sql {
  return sql`(${date} - ${dayZero})`
}
