/**
 * SQL of the inputs of the rules in `stay.ts`, `free-units.ts` and `nights.ts`, over a row of
 * `properties`: a calendar, a search and a quote take one statement each.
 */
import { sql } from 'kysely'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { endOfTurnover, isNear, turnoverOf } from '../../properties/units/occupied-units.sql.ts'

/** Days [from, to), numbered as in `dates.ts`: values, or slots of a prepared statement. */
interface DayRange {
  from: number | Sql
  to: number | Sql
}

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

export function selectSubs(property: Row, column: Sql): Sql {
  return sql`select ${column} from properties sub
    where sub.agency_uid = ${property('agency_uid')} and sub.parent_uid = ${property('uid')}
      and sub.deleted_at is null`
}

/**
 * Selects the units of a property, oldest first, with occupied nights around `days` and their
 * turnover: a JSON array of `AssignedUnit`. Nights of `exceptLead` are omitted.
 *
 * @param subs array of the uids of the sub-properties
 */
export function selectUnits(property: Row, subs: Sql, days: DayRange, exceptLead?: Sql): Sql {
  const exceptCondition = exceptLead === undefined ? sql`` : sql`and o.lead_uid <> ${exceptLead}`
  return sql`(select coalesce(json_agg(json_build_array(u.uid, u.is_active,
      (select coalesce(json_agg(json_build_array(${dayNumber(sql`lower(o.occupied)`)},
          ${dayNumber(endOfTurnover('o'))}, ${turnoverOf('o')}, o.lead_uid)), '[]')
        from occupancies o
        where o.agency_uid = ${property('agency_uid')} and o.unit_uid = u.uid
          and ${isNear('o', asDate(days.from), endWithTurnover(property, days))}
          ${exceptCondition}))
      order by u.created_at, u.uid), '[]')
    from units u
    where u.agency_uid = ${property('agency_uid')} and u.deleted_at is null
      and u.property_uid = any(${occupiedProperties(property, subs)}))`
}

/** Returns an array of the properties whose units a stay occupies: sub-properties, or itself. */
export function selectOccupiedProperties(property: Row): Sql {
  return occupiedProperties(property, sql`array(${selectSubs(property, sql`sub.uid`)})`)
}

function occupiedProperties(property: Row, subs: Sql): Sql {
  return sql`coalesce(nullif(${subs}, '{}'), array[${property('uid')}])`
}

/** Returns the end of `days` plus the current turnover. */
function endWithTurnover(property: Row, { to }: DayRange): Sql {
  return sql`(${asDate(to)} + coalesce(${property('turn_over_days')}, 0))`
}

/** Condition that the lead `l` holds its nights only until its timer ends. */
export const isTemporary = sql`l.status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')`

/**
 * Returns the condition that the lead `l` still holds its nights: a hold or request does so until
 * its timer ends, whatever its status (contract/pricing.md §3.1).
 */
export function isUnexpired(now: Date | Sql): Sql {
  return sql`not (${isTemporary}
    and coalesce(l.timer_ends_at <= ${now}, false))`
}

/** Selects the pricing periods of a property on `days`, by date: JSON array of `DatedPeriod`. */
export function selectPeriods(property: Row, { from, to }: DayRange): Sql {
  return sql`(select coalesce(json_agg(json_build_array(${dayNumber(sql`d.date`)},
      d.price::text, d.minimum_stay, d.available_for_check_in, d.available_for_check_out)
      order by d.date), '[]')
    from pricing_periods d
    where d.agency_uid = ${property('agency_uid')} and d.property_uid = ${property('uid')}
      and d.date >= ${asDate(from)} and d.date < ${asDate(to)})`
}

const dayZero = sql`date '1970-01-01'`

export function asDate(day: number | Sql): Sql {
  return sql`(${dayZero} + ${day}::integer)`
}

export function dayNumber(date: Sql): Sql {
  return sql`(${date} - ${dayZero})`
}
