/** The filters of lists of properties: contract/properties.md §3.3. */
import { sql } from 'kysely'
import { type Row, rowAs, type Sql, slot } from '../../../platform/graphql/fields.ts'
import { isPart } from './folded-text.sql.ts'

interface Filter {
  /** SQL type that its value is cast to. */
  type: string
  where(property: Row, value: Sql, agency: Sql): Sql
}

const filters = {
  query: {
    type: 'text',
    where: (property, text) =>
      sql`(${isPart(text, property('name'))} or ${isPart(text, property('external_id'))})`,
  },
  tags: {
    type: 'text[]',
    where: (property, tags, agency) => hasTags(property('uid'), tags, agency),
  },
  cities: {
    type: 'text[]',
    where: (property, cities) => sql`lower(${property('city')}) = any(${lowered(cities)})`,
  },
  isActive: { type: 'boolean', where: (property, is) => sql`${property('is_active')} = ${is}` },
  hotelUid: { type: 'uuid', where: (property, uid) => sql`${property('hotel_uid')} = ${uid}` },
  guests: { type: 'integer', where: (property, n) => sql`${property('max_guests')} >= ${n}` },
} satisfies Record<string, Filter>

export type PropertyFilterValues = Partial<Record<keyof typeof filters, unknown>>

/** Whether an object has all of some tags, in whatever case. */
export function hasTags(objectUid: Sql, tags: Sql, agency: Sql): Sql {
  return sql`not exists (select 1 from unnest(${tags}) wanted (tag) where not exists (
    select 1 from tags t where t.agency_uid = ${agency} and t.object_uid = ${objectUid}
      and lower(t.tag) = lower(wanted.tag)))`
}

function lowered(texts: Sql): Sql {
  return sql`array(select lower(one.text) from unnest(${texts}) one (text))`
}

/**
 * The conditions of the filters that have a value, each with `and` before it.
 *
 * @param agency the agency's uid as a value
 */
export function wherePropertyFilters(
  alias: string,
  values: PropertyFilterValues,
  agency: Sql,
): Sql {
  const toSql = (name: Name, type: string) => sql`${values[name]}::${sql.raw(type)}`
  return conditions(alias, values, toSql, agency)
}

/** The filters of a compiled plan, whose parameters come with each call. */
export function propertyFilterSlots(values: PropertyFilterValues) {
  const names = given(values)
  return {
    shape: names.join(','),
    values: Object.fromEntries(names.map(name => [`filter_${name}`, values[name]])),
    where: (alias: string, agency: Sql) => {
      const toSql = (name: Name, type: string) => slot(`filter_${name}`, type)
      return conditions(alias, values, toSql, agency)
    },
  }
}

type Name = keyof typeof filters

function conditions(
  alias: string,
  values: PropertyFilterValues,
  toSql: (name: Name, type: string) => Sql,
  agency: Sql,
): Sql {
  const property = rowAs(alias)
  const all = given(values).map(name => {
    const filter: Filter = filters[name]
    return sql`and ${filter.where(property, toSql(name, filter.type), agency)}`
  })
  return all.length === 0 ? sql`` : sql.join(all, sql` `)
}

function given(values: PropertyFilterValues): Name[] {
  const names = Object.keys(filters) as Name[]
  return names.filter(name => values[name] !== undefined && values[name] !== null)
}
