/** Tenant isolation: every query of a request is limited to the agencies of its caller. */
import { sql } from 'kysely'
import { tenantTag } from '../../../platform/db/cache-tags/bump-versions.ts'
import { ApiError, accessDenied } from '../../../platform/errors.ts'
import {
  type KnownValues,
  type Row,
  rowAs,
  type Sql,
  slot,
} from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { type Caller, limitedEmployee } from './caller.ts'

/** Returns the condition that the row of an alias belongs to an agency of the caller. */
export function inCallerTenant(caller: Caller, alias: string): Sql {
  const column = sql.ref(`${alias}.agency_uid`)
  const agencyUid = singleAgencyUid(caller)
  if (agencyUid !== null) return sql`${column} = ${agencyUid}`
  return sql`${column} = any(${caller.agencyUids}::uuid[])`
}

/** Returns the only agency of a caller, the nil uid if it has none, null if it has several. */
function singleAgencyUid({ agencyUids }: Caller): string | null {
  return agencyUids.length > 1 ? null : (agencyUids[0] ?? tenantTag)
}

/** Returns the tenant condition of a compiled plan. {@link tenantValues} returns its parameters. */
export function inCallerTenantSlot(caller: Caller, alias: string): Sql {
  const column = sql.ref(`${alias}.agency_uid`)
  return singleAgencyUid(caller) !== null
    ? sql`${column} = ${slot('agency', 'uuid')}`
    : sql`${column} = any(${slot('agencies', 'uuid[]')})`
}

/**
 * Returns the agency of records that belong to the row of an alias. It is a value if the caller has
 * exactly one agency: each relation of a statement can then name it (docs/decisions/0052). If the
 * caller has several, it is the column of the row, which makes it a join.
 */
export function agencyOf(caller: Caller, alias: string): Sql {
  const agencyUid = singleAgencyUid(caller)
  return agencyUid === null ? sql`${sql.ref(`${alias}.agency_uid`)}` : sql`${agencyUid}::uuid`
}

/**
 * Returns the agency of the row of an alias in a compiled plan. {@link tenantValues} returns its
 * parameters.
 */
export function agencySlotOf(caller: Caller, alias: string): Sql {
  return knownAgency(caller).agency_uid ?? sql`${sql.ref(`${alias}.agency_uid`)}`
}

/** Returns the agency as a known column of a compiled plan, if the caller has exactly one. */
export function knownAgency(caller: Caller): KnownValues {
  return singleAgencyUid(caller) === null ? {} : oneAgency
}

/** Known column of a plan whose rows all belong to the agency of its parameters. */
export const oneAgency: KnownValues = { agency_uid: slot('agency', 'uuid') }

/** Returns the row of an alias with the agency of {@link agencyOf}. */
export function tenantRow(caller: Caller, alias: string): Row {
  return agencyRow(alias, agencyOf(caller, alias))
}

export function tenantValues(caller: Caller): Record<string, unknown> {
  const partner = caller.kind === 'partner' ? caller.partnerUid : null
  const employee = limitedEmployee(caller)
  return { agency: singleAgencyUid(caller), agencies: caller.agencyUids, partner, employee }
}

/** Returns the cache key part that distinguishes plans with different tenant conditions. */
export function tenantShape(caller: Caller): string {
  const kind = limitedEmployee(caller) === null ? caller.kind : 'limited'
  return `${kind}:${singleAgencyUid(caller) === null ? 'several' : 'one'}`
}

/**
 * Returns the canonical uid of an agency that the caller can access.
 *
 * @throws ApiError ACCESS_DENIED for unknown and foreign agencies alike
 */
export function requireAgencyUid(caller: Caller, uidText: string): string {
  const uid = asUid(uidText)
  if (uid !== null && (caller.agencyUids as string[]).includes(uid)) return uid
  throw accessDenied('agencyUid', uidText)
}

/**
 * Returns the uid of an agency that the caller can access, by default its only one.
 *
 * @throws ApiError REQUIRED_PARAMETER for a caller of several agencies, ACCESS_DENIED
 */
export function requireAgencyUidOrOnly(caller: Caller, uidText: string | null | undefined): string {
  if (uidText != null) return requireAgencyUid(caller, uidText)
  const [agencyUid, ...otherUids] = caller.agencyUids
  if (agencyUid !== undefined && otherUids.length === 0) return agencyUid
  throw new ApiError('REQUIRED_PARAMETER', "Invalid parameter 'agencyUid' must not be null", {
    members: { parameter: 'agencyUid' },
  })
}

/** Returns the row of an alias with a known agency, which joined relations take as a value. */
export function agencyRow(alias: string, agency: Sql): Row {
  return rowAs(alias, null, { agency_uid: agency })
}
