/** Query of all inputs of calendars, as one statement; `read-calendar-row.ts` parses its rows. */
import { sql } from 'kysely'
import { type Sql, slot } from '../../../platform/graphql/fields.ts'
import { agencyRow } from '../../access/agencies/tenant.sql.ts'
import { effectiveCurrency } from '../../properties/properties/currency.sql.ts'
import { ruleColumns, selectSubs } from './availability.sql.ts'
import { occupiedRanges, periodColumnNames, periodColumns } from './occupied-ranges.sql.ts'

const [from, to] = [slot('from', 'integer'), slot('to', 'integer')]

export interface CalendarSelection {
  /** CTE with the name `listed`, on which `from` and shared columns may build. */
  listed?: Sql
  /** Clause that yields the properties `p`. */
  from: Sql
  where: Sql
  /** Null: at most one property. */
  order: Sql | null
  /** Returns the agency of the row `alias`, as a value if possible. */
  agencyColumn(alias: string): Sql
  exceptLead?: Sql | undefined
  /** Further columns of a property, by name. */
  columns?: Record<string, Sql>
  /** Further columns that all rows share, by name. `leads`: the leads that occupy nights. */
  shared: Record<string, (leads: Sql) => Sql>
}

const ruleNames = ruleColumns.map(column => column.slice('p.'.length))

/** Names of the columns of a property that are not arrays. */
const propertyNames = [
  ...ruleNames,
  ...['agency_uid', 'uid', 'hotel_uid', 'daily_rate', 'weekend_adjustment_rate', 'currency'],
  'is_master',
]

const arrayNames = [
  ...['unit_uids', 'units_active'],
  ...['units', 'starts', 'ends', 'turnovers', 'leads'].map(name => `occupied_${name}`),
]

/** Returns the column names of the statement, in order. */
export function calendarColumns({
  columns = {},
  shared,
}: Pick<CalendarSelection, 'columns' | 'shared'>): string[] {
  const furtherNames = Object.keys(columns)
  return [
    ...propertyNames,
    ...furtherNames,
    ...arrayNames,
    ...periodColumnNames,
    ...Object.keys(shared),
  ]
}

/**
 * Builds the statement: one row for each property, with arrays as text. Shared columns have values
 * in the first row, which exists even without a property. For at most one property (`order` is
 * null) the statement has neither sort nor CTEs, which saves a third of its time.
 */
export function calendarSql(selection: CalendarSelection): Sql {
  const { agencyColumn, columns = {}, shared } = selection
  const names = [...propertyNames, ...Object.keys(columns)]
  const arrays = arrayNames.map(name => sql`a.${sql.ref(name)}::text`)
  const periods = periodColumnNames.map(name => sql`d.${sql.ref(name)}`)
  if (selection.order === null) {
    const sharedColumns = Object.values(shared).map(column => column(sql`a.occupied_leads`))
    return sql`select ${sql.join(names.map(name => sql.ref(`a.${name}`)))},
        ${sql.join([...arrays, ...periods, ...sharedColumns])}
      from (${propertiesSql(selection)}) a
      left join lateral (${periodColumns(agencyColumn('a'), sql`a.uid`, { from, to })}) d on true`
  }
  const leads = sql`array(select unnest(a.occupied_leads) from requested a)`
  const firstRowOnly = Object.values(shared).map(column => {
    return sql`case when coalesce(a.ordinal, 1) = 1 then ${column(leads)} end`
  })
  const listed = selection.listed ? sql`listed as materialized (${selection.listed}),` : sql``
  return sql`with ${listed} requested as materialized (${propertiesSql(selection)})
    select ${sql.join(names.map(name => sql.ref(`a.${name}`)))},
      ${sql.join([...arrays, ...periods, ...firstRowOnly])}
    from (select 1) one
    left join requested a on true
    left join lateral (${periodColumns(agencyColumn('a'), sql`a.uid`, { from, to })}) d on true
    order by a.ordinal`
}

function propertiesSql(selection: CalendarSelection): Sql {
  const agency = selection.agencyColumn('p')
  const p = agencyRow('p', agency)
  const furtherColumns = Object.entries(selection.columns ?? {}).map(([name, column]) => {
    return sql`, ${column} as ${sql.ref(name)}`
  })
  const { order } = selection
  const rowNumber = order ? sql`, row_number() over (order by ${order}) as ordinal` : sql``
  return sql`select ${sql.join(ruleColumns.map(column => sql.ref(column)))}, p.agency_uid, p.uid,
      p.hotel_uid, p.daily_rate::text as daily_rate,
      p.weekend_adjustment_rate::text as weekend_adjustment_rate,
      ${effectiveCurrency(p)} as currency, s.subs <> '{}' as is_master
      ${sql.join(furtherColumns, sql``)}, u.*, t.*${rowNumber}
    from ${selection.from}
    cross join lateral (select array(${selectSubs(p, sql`sub.uid`)}) as subs offset 0) s
    cross join lateral (select array_agg(u.uid order by u.created_at, u.uid) as unit_uids,
        array_agg(u.is_active order by u.created_at, u.uid) as units_active
      from units u where u.agency_uid = ${agency} and u.deleted_at is null
        and u.property_uid = any(coalesce(nullif(s.subs, '{}'), array[p.uid]))) u
    cross join lateral (${selectOccupiedRanges(selection)}) t
    where ${selection.where}`
}

/** Selects the occupied ranges of `u.unit_uids`, each with the index of its unit, from 1. */
function selectOccupiedRanges({ agencyColumn, exceptLead }: CalendarSelection): Sql {
  const days = { from, to: sql`${to} + coalesce(p.turn_over_days, 0)` }
  const exceptCondition = exceptLead === undefined ? sql`` : sql`where o.lead_uid <> ${exceptLead}`
  return sql`select array_agg(u.ordinal) as occupied_units,
      array_agg(o.first) as occupied_starts,
      array_agg(o.last) as occupied_ends,
      array_agg(o.turnover) as occupied_turnovers, array_agg(o.lead_uid) as occupied_leads
    from unnest(u.unit_uids) with ordinality u (uid, ordinal)
    cross join lateral (${occupiedRanges(agencyColumn('p'), days)} offset 0) o ${exceptCondition}`
}
