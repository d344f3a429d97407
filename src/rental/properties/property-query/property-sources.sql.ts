/** Which properties a GraphQL root field reads: contract/properties.md §9, §10. */
import { sql } from 'kysely'
import { parseUtc } from '../../../platform/dates.ts'
import { newestFirst, readLimit, type SortOrder } from '../../../platform/db/page.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { columnsOf, type Row, rowAs, type Sql, slot } from '../../../platform/graphql/fields.ts'
import type { Args, ListRoot, Roots, SingleRoot, Source } from '../../../platform/graphql/roots.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import {
  knownAgency,
  ofCallerSlot,
  oneAgency,
  reachedAgencyUid,
  tenantShape,
  tenantValues,
} from '../../access/agencies/tenant.sql.ts'
import { isReachedSlot } from '../../access/partners/reach.sql.ts'
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
    const known = knownAgency(caller)
    const isIt = (p: Row) => sql`${p('uid')} = ${slot('uid', 'uuid')}`
    const tenants = sql`select p.agency_uid from properties p
      where ${ofCallerSlot(caller, 'p')} and ${isIt(rowAs('p'))}`
    return { ...sourceOf(caller, { shape: 'one', values, known }, isIt), tenants }
  },
}

const properties: ListRoot<Caller> = {
  kind: 'list',
  type: 'Property',
  assumedLimit: 20,
  sort: args => sorts[args.sortStrategy as string] ?? newestFirst,
  limit: args => readLimit(args._limit ?? args.limit, 20, 100),
  source: (args, caller) => {
    const agency = reachedAgencyUid(caller, args.agencyUid as string)
    const given = Object.keys(filters).filter(name => args[name] != null)
    const values = Object.fromEntries(given.map(name => [name, filterValue(name, args)]))
    const topLevel = args.topLevelOnly === true ? ['topLevel'] : []
    const shape = ['agency', ...topLevel, ...given].join(' ')
    const asked = { shape, values: { ...values, agency }, known: oneAgency }
    const source = sourceOf(caller, asked, p => {
      const conditions = given.map(name => filters[name]!.where(p, slot(name, filters[name]!.type)))
      if (args.topLevelOnly === true) conditions.push(sql`${p('parent_uid')} is null`)
      conditions.push(sql`p.agency_uid = ${slot('agency', 'uuid')}`)
      return sql.join(conditions, sql` and `)
    })
    return { ...source, tenant: agency }
  },
}

export const propertyRoots: Roots<Caller> = { property, properties }

const made = {
  unit_type_uid: sql`null::uuid`,
  folded_name: sql`lower(p.name) collate "C"`,
}

/** Properties within reach that meet a condition. */
function sourceOf(
  caller: Caller,
  { shape, values, known }: Pick<Source, 'shape' | 'values' | 'known'>,
  where: (property: Row) => Sql,
): Source {
  const p = rowAs('p', null, known)
  return {
    shape: `${shape} ${tenantShape(caller)}`,
    values: { ...tenantValues(caller), ...values },
    personal: () => null,
    known,
    select: (alias, page, asked) => {
      const row = rowAs(alias)
      return sql`select ${sql.table(alias)}.* from (
          select ${columnsOf('p', asked, made)} from properties p
          where ${ofCallerSlot(caller, 'p')} and p.deleted_at is null
            and ${isReachedSlot(caller, 'p')} and ${where(p)}) ${sql.table(alias)}
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
