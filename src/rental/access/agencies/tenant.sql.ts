/** The tenancy guard: every query of a request carries its caller's agency. */
import { sql } from 'kysely'
import { nilUid } from '../../../platform/db/marks/marking.ts'
import { ApiError, accessDenied } from '../../../platform/errors.ts'
import { type Known, type Row, rowAs, type Sql, slot } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { type Caller, limitedEmployee } from './caller.ts'

/** The condition that a row under `alias` belongs to an agency of the caller. */
export function ofCaller(caller: Caller, alias: string): Sql {
  const column = sql.ref(`${alias}.agency_uid`)
  const only = onlyAgency(caller)
  if (only !== null) return sql`${column} = ${only}`
  return sql`${column} = any(${caller.agencyUids}::uuid[])`
}

/** The agency that all of a caller is of, nobody's if it reaches none; null: it reaches several. */
function onlyAgency({ agencyUids }: Caller): string | null {
  return agencyUids.length > 1 ? null : (agencyUids[0] ?? nilUid)
}

/** The tenant condition of a compiled plan; {@link tenantValues} gives its parameters. */
export function ofCallerSlot(caller: Caller, alias: string): Sql {
  const column = sql.ref(`${alias}.agency_uid`)
  return onlyAgency(caller) !== null
    ? sql`${column} = ${slot('agency', 'uuid')}`
    : sql`${column} = any(${slot('agencies', 'uuid[]')})`
}

/**
 * The agency of what belongs to the row under `alias`: as a value where the caller has exactly one,
 * so that each relation of a statement names it by itself (docs/decisions/0052). Where the caller
 * reaches several it is the row's, which makes a join of it.
 */
export function agencyOf(caller: Caller, alias: string): Sql {
  const only = onlyAgency(caller)
  return only === null ? sql`${sql.ref(`${alias}.agency_uid`)}` : sql`${only}::uuid`
}

/** The same in a compiled plan; {@link tenantValues} gives its parameters. */
export function agencySlotOf(caller: Caller, alias: string): Sql {
  return knownAgency(caller).agency_uid ?? sql`${sql.ref(`${alias}.agency_uid`)}`
}

/** What a compiled plan knows of all rows of a caller: the agency, where it has exactly one. */
export function knownAgency(caller: Caller): Known {
  return onlyAgency(caller) === null ? {} : oneAgency
}

/** What a compiled plan knows where all rows are of the agency that its parameters name. */
export const oneAgency: Known = { agency_uid: slot('agency', 'uuid') }

/** The row of an alias, with its agency as {@link agencyOf} tells it. */
export function rowOf(caller: Caller, alias: string): Row {
  return rowOfAgency(alias, agencyOf(caller, alias))
}

export function tenantValues(caller: Caller): Record<string, unknown> {
  const partner = caller.kind === 'partner' ? caller.partnerUid : null
  const employee = limitedEmployee(caller)
  return { agency: onlyAgency(caller), agencies: caller.agencyUids, partner, employee }
}

/** Tells plans whose tenancy conditions differ. */
export function tenantShape(caller: Caller): string {
  const kind = limitedEmployee(caller) === null ? caller.kind : 'limited'
  return `${kind}:${onlyAgency(caller) === null ? 'several' : 'one'}`
}

/**
 * The uid of an agency that is the caller's own or granted it something, in canonical form.
 *
 * @throws ApiError ACCESS_DENIED; unknown and foreign look the same
 */
export function reachedAgencyUid(caller: Caller, text: string): string {
  const uid = asUid(text)
  if (uid !== null && (caller.agencyUids as string[]).includes(uid)) return uid
  throw accessDenied('agencyUid', text)
}

/**
 * The same, or the caller's only agency where a request may leave its uid out.
 *
 * @throws ApiError REQUIRED_PARAMETER for a caller of several agencies, ACCESS_DENIED
 */
export function agencyUidOrOnly(caller: Caller, text: string | null | undefined): string {
  if (text != null) return reachedAgencyUid(caller, text)
  const [only, ...others] = caller.agencyUids
  if (only !== undefined && others.length === 0) return only
  throw new ApiError('REQUIRED_PARAMETER', "Invalid parameter 'agencyUid' must not be null", {
    members: { parameter: 'agencyUid' },
  })
}

/** The row of an alias whose agency is known, so that what it is joined to has it as a value. */
export function rowOfAgency(alias: string, agency: Sql): Row {
  return rowAs(alias, null, { agency_uid: agency })
}
