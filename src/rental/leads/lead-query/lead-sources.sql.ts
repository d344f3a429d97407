/** Which leads a GraphQL root field reads, as SQL for the compiler. */
import { sql } from 'kysely'
import {
  type Asked,
  columnsOf,
  type Known,
  rowAs,
  type Sql,
  slot,
} from '../../../platform/graphql/fields.ts'
import type { PageSql, Source } from '../../../platform/graphql/roots.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import {
  knownAgency,
  ofCallerSlot,
  oneAgency,
  tenantShape,
  tenantValues,
} from '../../access/agencies/tenant.sql.ts'
import { isReachedSlot, joinReach } from '../../access/partners/reach.sql.ts'
import { isActiveOrHasActiveSubUnits } from '../../properties/properties/properties.ts'

interface Narrowing {
  isActive?: boolean | null
  /** An agency's own key may also name properties that are deleted. */
  orDeleted?: true
  /** Further conditions on the lead under an alias, and what tells them from others. */
  filters?: {
    shape: string
    values: Record<string, unknown>
    where(alias: string, known: Known): Sql
  }
}

const partner = slot('partner', 'uuid')

/** All leads of an agency that the caller reaches. */
export function agencyLeads(caller: Caller, agencyUid: string, narrowing: Narrowing): Source {
  return {
    shape: ['agency', tenantShape(caller), narrowingShape(narrowing)].join(' '),
    values: { ...tenantValues(caller), ...narrowing.filters?.values, agency: agencyUid },
    tenant: agencyUid,
    personal: alias => personalOf(caller, alias),
    known: oneAgency,
    select: (alias, page, asked) => {
      const isTheirs = sql`${sql.ref(`${alias}.agency_uid`)} = ${slot('agency', 'uuid')}`
      const where = sql`${isTheirs} ${narrowed(narrowing, alias, oneAgency)}`
      return selectLeads(caller, { alias, page, asked }, where, oneAgency)
    },
  }
}

/** The leads of properties, those the caller does not reach left out. */
export function propertyLeads(caller: Caller, uids: string[], narrowing: Narrowing): Source {
  const several = uids.length !== 1
  const known = knownAgency(caller)
  const withDeleted = narrowing.orDeleted === true && caller.kind === 'agency'
  const uidsSlot = slot('propertyUids', 'uuid[]')
  const reached = (p: string) => sql`${ofCallerSlot(caller, p)}
    and ${sql.ref(`${p}.uid`)} = any(${uidsSlot}) and ${isReachedSlot(caller, p)}
    ${withDeleted ? sql`` : sql`and ${sql.ref(`${p}.deleted_at`)} is null`}`
  return {
    shape: [several ? 'several' : 'one', tenantShape(caller), narrowingShape(narrowing)].join(' '),
    values: {
      ...tenantValues(caller),
      ...narrowing.filters?.values,
      propertyUids: uids,
      propertyUid: uids[0],
    },
    personal: alias => personalOf(caller, alias),
    scopes: uids,
    tenants: sql`select distinct p.agency_uid from properties p where ${reached('p')}`,
    known,
    // What a row's property tells is read once for all rows.
    own: several ? {} : { property_uid: slot('propertyUid', 'uuid') },
    reachable: sql`(select json_agg(p.uid)::text from properties p where ${reached('p')})`,
    select: (alias, page, asked) =>
      several
        ? leadsOfEach(caller, { alias, page, asked }, reached, narrowing)
        : selectLeads(
            caller,
            { alias, page, asked },
            sql`${ofCallerSlot(caller, alias)}
              and ${sql.ref(`${alias}.property_uid`)} = ${slot('propertyUid', 'uuid')}
              and exists (select 1 from properties p where ${reached('p')})
              ${narrowed(narrowing, alias, known)}`,
            known,
          ),
  }
}

/** Rows of a page under an alias. */
interface Selected {
  alias: string
  page: PageSql
  asked: Asked
}

/** Each property's own newest leads, merged: an index range per property, never a scan. */
function leadsOfEach(
  caller: Caller,
  { alias, page, asked }: Selected,
  reached: (p: string) => Sql,
  narrowing: Narrowing,
): Sql {
  const known = knownAgency(caller)
  const lead = rowAs(alias)
  const agency = known.agency_uid ?? sql`named.agency_uid`
  return sql`select ${columns(caller, alias, asked)} from (
      select p.agency_uid, p.uid from properties p where ${reached('p')}) named
    cross join lateral (select ${sql.table(alias)}.* from leads ${sql.table(alias)}
      where ${lead('agency_uid')} = ${agency} and ${lead('property_uid')} = named.uid
      and ${lead('deleted_at')} is null ${narrowed(narrowing, alias, known)}
      ${page.after(lead)} ${page.orderBy(lead)} ${page.innerLimit}) ${sql.table(alias)}
    ${reach(caller, alias, known)} ${page.orderBy(lead)} ${page.limit}`
}

/** Leads that meet a condition, deleted ones and those out of reach left out. */
export function selectLeads(
  caller: Caller,
  { alias, page, asked }: Selected,
  where: Sql,
  known: Known = knownAgency(caller),
): Sql {
  const lead = rowAs(alias)
  return sql`select ${columns(caller, alias, asked)} from leads ${sql.table(alias)}
    ${reach(caller, alias, known)}
    where ${where} and ${lead('deleted_at')} is null
    ${page.after(lead)} ${page.orderBy(lead)} ${page.limit}`
}

export function personalOf(caller: Caller, alias: string): Sql | null {
  return caller.kind === 'agency' ? null : sql`${sql.ref(`${alias}.personal`)}`
}

function columns(caller: Caller, alias: string, asked: Asked): Sql {
  const own = columnsOf(alias, asked)
  return caller.kind === 'agency' ? own : sql`${own}, reach.personal`
}

function reach(caller: Caller, alias: string, { agency_uid }: Known): Sql {
  return caller.kind === 'agency' ? sql`` : joinReach(alias, partner, agency_uid)
}

function narrowed({ isActive, filters }: Narrowing, alias: string, known: Known): Sql {
  const where = filters ? filters.where(alias, known) : sql``
  if (isActive === undefined || isActive === null) return where
  const [lead, property] = [rowAs(alias, null, known), rowAs('a', null, known)]
  const active = sql`exists (select 1 from properties a
    where a.agency_uid = ${lead('agency_uid')} and a.uid = ${lead('property_uid')}
    and ${isActiveOrHasActiveSubUnits(property)})`
  return isActive ? sql`${where} and ${active}` : sql`${where} and not ${active}`
}

function narrowingShape({ isActive, orDeleted, filters }: Narrowing): string {
  return `${isActive ?? 'any'} ${orDeleted ?? false} ${filters?.shape ?? ''}`
}
