/** Filters of lists of properties: contract/properties.md §3.3. */
import { sql } from 'kysely'
import { type Row, rowAs, type Sql, slot } from '../../../platform/graphql/fields.ts'
import { containsFolded } from './folded-text.sql.ts'

interface Filter {
  /** SQL type that the value is cast to. */
  type: string
  where(property: Row, value: Sql, agency: Sql): Sql
}

const filters = {
  query: {
    type: 'text',
    where: (property, text) =>
      sql`(${containsFolded(text, property('name'))}
        or ${containsFolded(text, property('external_id'))})`,
  },
  tags: {
    type: 'text[]',
    where: (property, tags, agency) => hasTags(property('uid'), tags, agency),
  },
  cities: {
    type: 'text[]',
    where: (property, cities) => sql`lower(${property('city')}) = any(${lowered(cities)})`,
  },
  isActive: {
    type: 'boolean',
    where: (property, isActive) => sql`${property('is_active')} = ${isActive}`,
  },
  hotelUid: { type: 'uuid', where: (property, uid) => sql`${property('hotel_uid')} = ${uid}` },
  ownerUid: {
    type: 'uuid',
    where: (property, owner, agency) =>
      sql`exists (select 1 from property_ownerships w where w.agency_uid = ${agency}
        and w.property_uid = ${property('uid')} and w.owner_uid = ${owner})`,
  },
  guests: {
    type: 'integer',
    where: (property, guests) => sql`${property('max_guests')} >= ${guests}`,
  },
} satisfies Record<string, Filter>

export type PropertyFilterValues = Partial<Record<keyof typeof filters, unknown>>

/** Returns the condition that an object has all of these tags, ignoring case. */
export function hasTags(objectUid: Sql, tags: Sql, agency: Sql): Sql {
  return sql`not exists (select 1 from unnest(${tags}) requested (tag) where not exists (
    select 1 from tags t where t.agency_uid = ${agency} and t.object_uid = ${objectUid}
      and lower(t.tag) = lower(requested.tag)))`
}

function lowered(texts: Sql): Sql {
  return sql`array(select lower(item.text) from unnest(${texts}) item (text))`
}

/**
 * Returns the conditions of the filters that have a value, each with a leading `and`.
 *
 * @param agency uid of the agency, as a value
 */
export function wherePropertyFilters(
  alias: string,
  values: PropertyFilterValues,
  agency: Sql,
): Sql {
  const toSql = (name: FilterName, type: string) => sql`${values[name]}::${sql.raw(type)}`
  return joinConditions(alias, values, toSql, agency)
}

/** Returns the filters of a compiled query, whose parameters are passed with each call. */
export function compiledPropertyFilters(values: PropertyFilterValues) {
  const names = activeFilters(values)
  return {
    shape: names.join(','),
    values: Object.fromEntries(names.map(name => [`filter_${name}`, values[name]])),
    where: (alias: string, agency: Sql) => {
      const toSql = (name: FilterName, type: string) => slot(`filter_${name}`, type)
      return joinConditions(alias, values, toSql, agency)
    },
  }
}

type FilterName = keyof typeof filters

function joinConditions(
  alias: string,
  values: PropertyFilterValues,
  toSql: (name: FilterName, type: string) => Sql,
  agency: Sql,
): Sql {
  const property = rowAs(alias)
  const clauses = activeFilters(values).map(name => {
    const filter: Filter = filters[name]
    return sql`and ${filter.where(property, toSql(name, filter.type), agency)}`
  })
  return clauses.length === 0 ? sql`` : sql.join(clauses, sql` `)
}

function activeFilters(values: PropertyFilterValues): FilterName[] {
  const names = Object.keys(filters) as FilterName[]
  return names.filter(name => values[name] !== undefined && values[name] !== null)
}
