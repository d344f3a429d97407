/** All that calendars are worked out from, as one statement: see `readFacts`. */
import { sql } from 'kysely'
import { type Sql, slot } from '../../../platform/graphql/fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { ofCallerSlot, rowOfAgency } from '../../access/agencies/tenant.sql.ts'
import { isReachedSlot } from '../../access/partners/reach.sql.ts'
import { effectiveCurrency } from '../../properties/properties/currency.sql.ts'
import { dayNumber, ruleColumns, subsOf } from './availability.sql.ts'
import { periodColumns, periodNames, takenOfUnit, unbookedLeads } from './taken.sql.ts'

const [from, to] = [slot('from', 'integer'), slot('to', 'integer')]
const now = slot('now', 'timestamptz')

/** Which properties `p` are meant, and in which order. */
interface Meant {
  where: Sql
  order: Sql
}

/** The rules of a property, by their columns. */
export const ruleNames = ruleColumns.map(column => column.slice('p.'.length))

const takenNames = ['units', 'starts', 'ends', 'turnovers', 'leads'].map(name => `taken_${name}`)

/** The columns of the statement, in their order. */
export const factNames = [
  ...ruleNames,
  ...['agency_uid', 'uid', 'hotel_uid', 'daily_rate', 'weekend_adjustment_rate', 'currency'],
  ...['is_master', 'unit_uids', 'units_active'],
  ...takenNames,
  ...periodNames,
  'unbooked',
]

/**
 * One row for each property; arrays are texts. What is told of leads stands in the first row, for
 * all: it is read by one pass over their index.
 */
export function factsSql(caller: Caller, { where, order }: Meant, exceptLead?: Sql): Sql {
  const agency = caller.agencyUids.length === 1 ? slot('agency', 'uuid') : sql.ref('p.agency_uid')
  const askedAgency = caller.agencyUids.length === 1 ? agency : sql.ref('a.agency_uid')
  const taken = takenNames.map(name => sql`a.${sql.ref(name)}::text`)
  const periods = periodNames.map(name => sql`d.${sql.ref(name)}`)
  const leads = sql`array(select unnest(a.taken_leads) from asked a)`
  return sql`with asked as materialized (${askedSql(caller, agency, { where, order }, exceptLead)})
    select ${sql.join(ruleNames.map(name => sql.ref(`a.${name}`)))}, a.agency_uid, a.uid,
      a.hotel_uid, a.daily_rate, a.weekend_adjustment_rate, a.currency, a.is_master,
      a.unit_uids::text, a.units_active::text, ${sql.join(taken)}, ${sql.join(periods)},
      case when a.place = 1 then ${unbookedLeads(ofCallerSlot(caller, 'l'), leads, now)} end
    from asked a
    cross join lateral (${periodColumns(askedAgency, sql`a.uid`, { from, to })}) d
    order by a.place`
}

function askedSql(caller: Caller, agency: Sql, { where, order }: Meant, exceptLead?: Sql): Sql {
  const p = rowOfAgency('p', agency)
  const days = { from, to: sql`${to} + coalesce(p.turn_over_days, 0)` }
  return sql`select ${sql.join(ruleColumns.map(column => sql.ref(column)))}, p.agency_uid, p.uid,
      p.hotel_uid, p.daily_rate::text as daily_rate,
      p.weekend_adjustment_rate::text as weekend_adjustment_rate,
      ${effectiveCurrency(p)} as currency, s.subs <> '{}' as is_master, u.*, t.*,
      row_number() over (order by ${order}) as place
    from properties p
    cross join lateral (select array(${subsOf(p, sql`sub.uid`)}) as subs offset 0) s
    cross join lateral (select array_agg(u.uid order by u.created_at, u.uid) as unit_uids,
        array_agg(u.is_active order by u.created_at, u.uid) as units_active
      from units u where u.agency_uid = ${agency} and u.deleted_at is null
        and u.property_uid = any(coalesce(nullif(s.subs, '{}'), array[p.uid]))) u
    cross join lateral (${takenOfUnits(agency, days, exceptLead)}) t
    where ${ofCallerSlot(caller, 'p')} and ${isReachedSlot(caller, 'p')} and p.deleted_at is null
      and ${where}`
}

/** What is taken of the units `u.unit_uids`, each by its place among them, from 1. */
function takenOfUnits(agency: Sql, days: { from: Sql; to: Sql }, exceptLead?: Sql): Sql {
  const others = exceptLead === undefined ? sql`` : sql`where o.lead_uid <> ${exceptLead}`
  return sql`select array_agg(u.place) as taken_units,
      array_agg(${dayNumber(sql`lower(o.occupied)`)}) as taken_starts,
      array_agg(${dayNumber(sql`upper(o.occupied)`)}) as taken_ends,
      array_agg(o.turnover_nights) as taken_turnovers, array_agg(o.lead_uid) as taken_leads
    from unnest(u.unit_uids) with ordinality u (uid, place)
    cross join lateral (${takenOfUnit(agency, days)} offset 0) o ${others}`
}
