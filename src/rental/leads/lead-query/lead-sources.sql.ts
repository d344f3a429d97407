/** Leads of GraphQL root fields, as SQL for the query compiler. */
import { sql } from 'kysely'
import {
  type ColumnNames,
  type KnownValues,
  rowAs,
  type Sql,
  selectColumns,
  slot,
} from '../../../platform/graphql/fields.ts'
import type { PageSql, Source } from '../../../platform/graphql/root-fields.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import {
  inCallerTenantSlot,
  knownAgency,
  oneAgency,
  tenantShape,
  tenantValues,
} from '../../access/agencies/tenant.sql.ts'
import {
  isPropertyAccessibleSlot,
  joinGrantAccess,
} from '../../access/partners/access-scope.sql.ts'
import { isActiveOrHasActiveSubUnits } from '../../properties/properties/properties.ts'

interface LeadSourceOptions {
  /** Filters by whether the property, or one of its sub-properties, is active. */
  isActive?: boolean | null
  /** Includes leads of deleted properties, but only for callers of the agency itself. */
  includeDeleted?: true
  /** Further conditions on the lead. */
  filters?: {
    /** Part of the cache key of the compiled plan. */
    shape: string
    values: Record<string, unknown>
    where(alias: string, knownValues: KnownValues): Sql
  }
}

const partner = slot('partner', 'uuid')

/** Returns the source of the leads of an agency that the caller may access. */
export function agencyLeadsSource(
  caller: Caller,
  agencyUid: string,
  options: LeadSourceOptions,
): Source {
  return {
    planKey: ['agency', tenantShape(caller), filterShape(options)].join(' '),
    values: { ...tenantValues(caller), ...options.filters?.values, agency: agencyUid },
    tenant: agencyUid,
    personal: alias => personalColumn(caller, alias),
    knownOfRelated: oneAgency,
    select: (alias, page, requested) => {
      const inAgency = sql`${sql.ref(`${alias}.agency_uid`)} = ${slot('agency', 'uuid')}`
      const where = sql`${inAgency} ${filterConditions(options, alias, oneAgency)}`
      return selectLeads(caller, { alias, page, requested }, where, oneAgency)
    },
  }
}

/**
 * Returns the source of the leads of properties, without properties that the caller cannot access.
 */
export function propertyLeadsSource(
  caller: Caller,
  uids: string[],
  options: LeadSourceOptions,
): Source {
  const isSingle = uids.length === 1
  const knownValues = knownAgency(caller)
  const includesDeleted = options.includeDeleted === true && caller.kind === 'agency'
  const isAccessible = (property: string) => sql`${inCallerTenantSlot(caller, property)}
    and ${sql.ref(`${property}.uid`)} = any(${slot('propertyUids', 'uuid[]')})
    and ${isPropertyAccessibleSlot(caller, property)}
    ${includesDeleted ? sql`` : sql`and ${sql.ref(`${property}.deleted_at`)} is null`}`
  return {
    planKey: [isSingle ? 'one' : 'several', tenantShape(caller), filterShape(options)].join(' '),
    values: {
      ...tenantValues(caller),
      ...options.filters?.values,
      propertyUids: uids,
      propertyUid: uids[0],
    },
    personal: alias => personalColumn(caller, alias),
    cacheTags: uids,
    tenants: () => sql`select distinct p.agency_uid from properties p where ${isAccessible('p')}`,
    knownOfRelated: knownValues,
    // `property_uid` is one value, so property fields need one subquery for all rows.
    ...(isSingle ? { knownOfRow: () => ({ property_uid: slot('propertyUid', 'uuid') }) } : {}),
    accessible: () =>
      sql`(select json_agg(p.uid)::text from properties p where ${isAccessible('p')})`,
    select: (alias, page, requested) =>
      isSingle
        ? selectLeads(
            caller,
            { alias, page, requested },
            sql`${inCallerTenantSlot(caller, alias)}
              and ${sql.ref(`${alias}.property_uid`)} = ${slot('propertyUid', 'uuid')}
              and exists (select 1 from properties p where ${isAccessible('p')})
              ${filterConditions(options, alias, knownValues)}`,
            knownValues,
          )
        : selectNewestPerProperty(caller, { alias, page, requested }, isAccessible, options),
  }
}

/** Page of leads under an alias, with the requested columns. */
interface PageSelection {
  alias: string
  page: PageSql
  requested: ColumnNames
}

/**
 * Merges the newest leads of each property. Reads one index range per property instead of all leads
 * of the agency.
 */
function selectNewestPerProperty(
  caller: Caller,
  { alias, page, requested }: PageSelection,
  isAccessible: (property: string) => Sql,
  options: LeadSourceOptions,
): Sql {
  const knownValues = knownAgency(caller)
  const lead = rowAs(alias)
  const agency = knownValues.agency_uid ?? sql`property.agency_uid`
  return sql`select ${selectWithPersonal(caller, alias, requested)} from (
      select p.agency_uid, p.uid from properties p where ${isAccessible('p')}) property
    cross join lateral (select ${sql.table(alias)}.* from leads ${sql.table(alias)}
      where ${lead('agency_uid')} = ${agency} and ${lead('property_uid')} = property.uid
      and ${lead('deleted_at')} is null ${filterConditions(options, alias, knownValues)}
      ${page.after(lead)} ${page.orderBy(lead)} ${page.innerLimit}) ${sql.table(alias)}
    ${joinAccess(caller, alias, knownValues)} ${page.orderBy(lead)} ${page.limit}`
}

/** Selects leads that meet a condition, without deleted and inaccessible ones. */
export function selectLeads(
  caller: Caller,
  { alias, page, requested }: PageSelection,
  where: Sql,
  knownValues: KnownValues = knownAgency(caller),
): Sql {
  const lead = rowAs(alias)
  return sql`select ${selectWithPersonal(caller, alias, requested)} from leads ${sql.table(alias)}
    ${joinAccess(caller, alias, knownValues)}
    where ${where} and ${lead('deleted_at')} is null
    ${page.after(lead)} ${page.orderBy(lead)} ${page.limit}`
}

/** Returns the column with the caller's access to personal data; null: full access. */
export function personalColumn(caller: Caller, alias: string): Sql | null {
  return caller.kind === 'agency' ? null : sql`${sql.ref(`${alias}.personal`)}`
}

/**
 * Returns the column of `joinGrantAccess` with the caller's access to personal data; null: full
 * access.
 */
export function grantedPersonal(caller: Caller): Sql | null {
  return caller.kind === 'agency' ? null : sql`reach.personal`
}

/** Returns the requested columns, and the one that {@link personalColumn} refers to. */
function selectWithPersonal(caller: Caller, alias: string, requested: ColumnNames): Sql {
  const columns = selectColumns(alias, requested)
  const personal = grantedPersonal(caller)
  return personal === null ? columns : sql`${columns}, ${personal}`
}

function joinAccess(caller: Caller, alias: string, { agency_uid }: KnownValues): Sql {
  return caller.kind === 'agency' ? sql`` : joinGrantAccess(alias, partner, agency_uid)
}

function filterConditions(
  { isActive, filters }: LeadSourceOptions,
  alias: string,
  knownValues: KnownValues,
): Sql {
  const where = filters ? filters.where(alias, knownValues) : sql``
  if (isActive === undefined || isActive === null) return where
  const lead = rowAs(alias, null, knownValues)
  const property = rowAs('p', null, knownValues)
  const isActiveProperty = sql`exists (select 1 from properties p
    where p.agency_uid = ${lead('agency_uid')} and p.uid = ${lead('property_uid')}
    and ${isActiveOrHasActiveSubUnits(property)})`
  return isActive
    ? sql`${where} and ${isActiveProperty}`
    : sql`${where} and not ${isActiveProperty}`
}

function filterShape({ isActive, includeDeleted, filters }: LeadSourceOptions): string {
  return `${isActive ?? 'any'} ${includeDeleted ?? false} ${filters?.shape ?? ''}`
}
