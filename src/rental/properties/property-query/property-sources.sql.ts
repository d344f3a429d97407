/** Root fields of properties in GraphQL: contract/properties.md §9, §10. */
import { sql } from 'kysely'
import { parseUtc } from '../../../platform/dates/dates.ts'
import { newestFirst, readLimit, type SortOrder } from '../../../platform/db/pagination.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { type Row, rowAs, type Sql, selectColumns, slot } from '../../../platform/graphql/fields.ts'
import type {
  Args,
  ListRoot,
  Roots,
  SingleRoot,
  Source,
} from '../../../platform/graphql/root-fields.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import {
  inCallerTenantSlot,
  knownAgency,
  oneAgency,
  requireAgencyUid,
  tenantShape,
  tenantValues,
} from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessibleSlot } from '../../access/partners/access-scope.sql.ts'
import { businessType, isActiveOrHasActiveSubUnits } from '../properties/properties.ts'

const sorts: Record<string, SortOrder> = {
  SORT_BY_CREATED: newestFirst,
  SORT_BY_UPDATED: {
    name: 'updatedFirst',
    direction: 'desc',
    columns: [
      { column: 'updated_at', type: 'timestamptz' },
      { column: 'uid', type: 'uuid' },
    ],
  },
  SORT_BY_NAME: {
    name: 'name',
    direction: 'asc',
    columns: [
      { column: 'folded_name', type: 'text' },
      { column: 'uid', type: 'uuid' },
    ],
  },
}

interface Filter {
  type: string
  where(property: Row, value: Sql): Sql
}

const filters: Record<string, Filter> = {
  isActive: { type: 'boolean', where: (p, value) => sql`${p('is_active')} = ${value}` },
  isActiveOrHasActiveSubUnits: {
    type: 'boolean',
    where: (p, value) => sql`(${isActiveOrHasActiveSubUnits(p)}) = ${value}`,
  },
  propertyType: { type: 'text', where: (p, value) => sql`${p('property_type')} = ${value}` },
  businessType: { type: 'text', where: (p, value) => sql`${businessType(p)} = ${value}` },
  maximumBedrooms: { type: 'integer', where: (p, value) => sql`${p('bedrooms')} <= ${value}` },
  maximumGuests: { type: 'integer', where: (p, value) => sql`${p('max_guests')} <= ${value}` },
  updatedSince: { type: 'timestamptz', where: (p, value) => sql`${p('updated_at')} >= ${value}` },
}

const property: SingleRoot<Caller> = {
  kind: 'single',
  type: 'Property',
  source: (args, caller) => {
    const values = { uid: asUid(args.uid as string) }
    const knownOfRelated = knownAgency(caller)
    const hasUid = (p: Row) => sql`${p('uid')} = ${slot('uid', 'uuid')}`
    const tenants = () => sql`select p.agency_uid from properties p
      where ${inCallerTenantSlot(caller, 'p')} and ${hasUid(rowAs('p'))}`
    return {
      ...propertySource(caller, { planKey: 'one', values, knownOfRelated }, hasUid),
      tenants,
    }
  },
}

const properties: ListRoot<Caller> = {
  kind: 'list',
  type: 'Property',
  rowsForCost: 20,
  sort: args => sorts[args.sortStrategy as string] ?? newestFirst,
  limit: args => readLimit(args._limit ?? args.limit, 20, 100),
  source: (args, caller) => {
    const agency = requireAgencyUid(caller, args.agencyUid as string)
    const activeFilters = Object.keys(filters).filter(name => args[name] != null)
    const values = Object.fromEntries(activeFilters.map(name => [name, filterValue(name, args)]))
    const topLevel = args.topLevelOnly === true ? ['topLevel'] : []
    const planKey = ['agency', ...topLevel, ...activeFilters].join(' ')
    const parameters = { planKey, values: { ...values, agency }, knownOfRelated: oneAgency }
    const source = propertySource(caller, parameters, p => {
      const conditions = activeFilters.map(name =>
        filters[name]!.where(p, slot(name, filters[name]!.type)),
      )
      if (args.topLevelOnly === true) conditions.push(sql`${p('parent_uid')} is null`)
      conditions.push(sql`p.agency_uid = ${slot('agency', 'uuid')}`)
      return sql.join(conditions, sql` and `)
    })
    return { ...source, tenant: agency }
  },
}

export const propertyRoots: Roots<Caller> = { property, properties }

const computedColumns = {
  unit_type_uid: sql`null::uuid`,
  folded_name: sql`lower(p.name) collate "C"`,
}

/** Returns the accessible properties that meet a condition. */
function propertySource(
  caller: Caller,
  { planKey, values, knownOfRelated }: Pick<Source, 'planKey' | 'values' | 'knownOfRelated'>,
  where: (property: Row) => Sql,
): Source {
  const p = rowAs('p', null, knownOfRelated)
  return {
    planKey: `${planKey} ${tenantShape(caller)}`,
    values: { ...tenantValues(caller), ...values },
    personal: () => null,
    knownOfRelated,
    select: (alias, page, requested) => {
      const row = rowAs(alias)
      return sql`select ${sql.table(alias)}.* from (
          select ${selectColumns('p', requested, computedColumns)} from properties p
          where ${inCallerTenantSlot(caller, 'p')} and p.deleted_at is null
            and ${isPropertyAccessibleSlot(caller, 'p')} and ${where(p)}) ${sql.table(alias)}
        where true ${page.after(row)} ${page.orderBy(row)} ${page.limit}`
    },
  }
}

/** @throws ApiError INVALID_PARAMETER */
function filterValue(name: string, args: Args): unknown {
  if (name !== 'updatedSince') return args[name]
  const instant = parseUtc(String(args.updatedSince))
  if (instant !== null) return instant.toISOString()
  throw invalidParameter('updatedSince', 'must be a UTC date-time such as 2026-07-04T16:00:00')
}
