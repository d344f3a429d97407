/** All that calendars are worked out from, as one statement: see `readFacts`. */
import { sql } from 'kysely'
import { type Sql, slot } from '../../../platform/graphql/fields.ts'
import { rowOfAgency } from '../../access/agencies/tenant.sql.ts'
import { effectiveCurrency } from '../../properties/properties/currency.sql.ts'
import { ruleColumns, subsOf } from './availability.sql.ts'
import { periodColumns, periodNames, takenOfUnit } from './taken.sql.ts'

const [from, to] = [slot('from', 'integer'), slot('to', 'integer')]

/** Which properties are meant, and what is asked of them. */
export interface Meant {
  /** What several parts begin with, under the name `listed`. */
  listed?: Sql
  /** What gives their rows `p`. */
  from: Sql
  where: Sql
  /** Null: it is one at most. */
  order: Sql | null
  /** The agency of a row of `alias`, if it can be as a value. */
  agencyOf(alias: string): Sql
  exceptLead?: Sql | undefined
  /** Further columns of a property, by their names. */
  columns?: Record<string, Sql>
  /** Further columns that are the same for all, by their names; `leads`: who takes nights. */
  shared: Record<string, (leads: Sql) => Sql>
}

/** The rules of a property, by their columns. */
const ruleNames = ruleColumns.map(column => column.slice('p.'.length))

const ownNames = [
  ...ruleNames,
  ...['agency_uid', 'uid', 'hotel_uid', 'daily_rate', 'weekend_adjustment_rate', 'currency'],
  'is_master',
]

const arrayNames = [
  ...['unit_uids', 'units_active'],
  ...['units', 'starts', 'ends', 'turnovers', 'leads'].map(name => `taken_${name}`),
]

/** The columns of the statement, in their order. */
export function factNames({ columns = {}, shared }: Pick<Meant, 'columns' | 'shared'>): string[] {
  const further = Object.keys(columns)
  return [...ownNames, ...further, ...arrayNames, ...periodNames, ...Object.keys(shared)]
}

/**
 * One row for each property; arrays are texts. What all share stands in the first row, which is
 * there also where no property is, but where one at most is meant: then nothing needs to be put in
 * order or kept for the parts that all share, which is a third of such a statement.
 */
export function factsSql(meant: Meant): Sql {
  const { agencyOf, columns = {}, shared } = meant
  const names = [...ownNames, ...Object.keys(columns)]
  const arrays = arrayNames.map(name => sql`a.${sql.ref(name)}::text`)
  const periods = periodNames.map(name => sql`d.${sql.ref(name)}`)
  if (meant.order === null) {
    const own = Object.values(shared).map(column => column(sql`a.taken_leads`))
    return sql`select ${sql.join(names.map(name => sql.ref(`a.${name}`)))},
        ${sql.join([...arrays, ...periods, ...own])}
      from (${askedSql(meant)}) a
      left join lateral (${periodColumns(agencyOf('a'), sql`a.uid`, { from, to })}) d on true`
  }
  const leads = sql`array(select unnest(a.taken_leads) from asked a)`
  const once = Object.values(shared).map(column => {
    return sql`case when coalesce(a.place, 1) = 1 then ${column(leads)} end`
  })
  const listed = meant.listed ? sql`listed as materialized (${meant.listed}),` : sql``
  return sql`with ${listed} asked as materialized (${askedSql(meant)})
    select ${sql.join(names.map(name => sql.ref(`a.${name}`)))},
      ${sql.join([...arrays, ...periods, ...once])}
    from (select 1) one
    left join asked a on true
    left join lateral (${periodColumns(agencyOf('a'), sql`a.uid`, { from, to })}) d on true
    order by a.place`
}

function askedSql(meant: Meant): Sql {
  const agency = meant.agencyOf('p')
  const p = rowOfAgency('p', agency)
  const further = Object.entries(meant.columns ?? {}).map(([name, column]) => {
    return sql`, ${column} as ${sql.ref(name)}`
  })
  const { order } = meant
  const place = order ? sql`, row_number() over (order by ${order}) as place` : sql``
  return sql`select ${sql.join(ruleColumns.map(column => sql.ref(column)))}, p.agency_uid, p.uid,
      p.hotel_uid, p.daily_rate::text as daily_rate,
      p.weekend_adjustment_rate::text as weekend_adjustment_rate,
      ${effectiveCurrency(p)} as currency, s.subs <> '{}' as is_master
      ${sql.join(further, sql``)}, u.*, t.*${place}
    from ${meant.from}
    cross join lateral (select array(${subsOf(p, sql`sub.uid`)}) as subs offset 0) s
    cross join lateral (select array_agg(u.uid order by u.created_at, u.uid) as unit_uids,
        array_agg(u.is_active order by u.created_at, u.uid) as units_active
      from units u where u.agency_uid = ${agency} and u.deleted_at is null
        and u.property_uid = any(coalesce(nullif(s.subs, '{}'), array[p.uid]))) u
    cross join lateral (${takenOfUnits(meant)}) t
    where ${meant.where}`
}

/** What is taken of the units `u.unit_uids`, each by its place among them, from 1. */
function takenOfUnits({ agencyOf, exceptLead }: Meant): Sql {
  const days = { from, to: sql`${to} + coalesce(p.turn_over_days, 0)` }
  const others = exceptLead === undefined ? sql`` : sql`where o.lead_uid <> ${exceptLead}`
  return sql`select array_agg(u.place) as taken_units,
      array_agg(o.first) as taken_starts,
      array_agg(o.last) as taken_ends,
      array_agg(o.turnover) as taken_turnovers, array_agg(o.lead_uid) as taken_leads
    from unnest(u.unit_uids) with ordinality u (uid, place)
    cross join lateral (${takenOfUnit(agencyOf('p'), days)} offset 0) o ${others}`
}
