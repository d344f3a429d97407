/**
 * Access scope of callers, as SQL (contract/general.md §3). `property`, `hotel` and `lead` are
 * aliases of the query; `partner` is the uid of the partner.
 */
import { sql } from 'kysely'
import { ApiError, accessDenied, type NotFoundCode, notFound } from '../../../platform/errors.ts'
import { type Sql, slot } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { type Caller, limitedEmployee } from '../agencies/caller.ts'
import { agencyOf } from '../agencies/tenant.sql.ts'
import { type EmployeeRef, hasAssignedJob } from '../roles/assigned-jobs.sql.ts'

/** Returns the condition that a partner has a grant of the property or of its hotel. */
export function isGranted(property: string, partner: Sql): Sql {
  const p = sql.table(property)
  return sql`exists (
    select 1 from grants g where g.agency_uid = ${p}.agency_uid and g.partner_uid = ${partner}
    and g.object_uid in (${p}.uid, ${p}.hotel_uid))`
}

/**
 * Joins `reach.personal` and `reach.access`: one row for each lead that the partner can access, no
 * row otherwise. A grant of the property takes precedence over one of its hotel. `agency` is the
 * agency of the lead, as a value if known.
 */
export function joinGrantAccess(
  lead: string,
  partner: Sql,
  agency: Sql = sql`${sql.table(lead)}.agency_uid`,
): Sql {
  const l = sql.table(lead)
  return sql`join lateral (
    select g.personal_data or coalesce(${l}.created_by_partner_uid = ${partner}, false) as personal,
      g.access
    from properties p
    join grants g on g.agency_uid = ${agency} and g.partner_uid = ${partner}
      and g.object_uid in (p.uid, p.hotel_uid)
    where p.agency_uid = ${agency} and p.uid = ${l}.property_uid
    order by g.object_uid = p.uid desc limit 1) reach on true`
}

/** Joins the grants that authorize a caller. Callers of the agency itself need none. */
export function joinCallerAccess(
  caller: Caller,
  lead: string,
  agency: Sql = agencyOf(caller, lead),
): Sql {
  if (caller.kind !== 'partner') return sql``
  return joinGrantAccess(lead, sql`${caller.partnerUid}::uuid`, agency)
}

/**
 * Returns the uid of the partner that created a lead if its grants hide the personal data of other
 * leads there, otherwise null. Guest details reported by such a partner have the lowest priority
 * (contract/resources.md §8.2).
 */
export function creatorWithoutPersonalData(lead: string, agency: Sql): Sql {
  const l = sql.table(lead)
  return sql`case when ${l}.created_by_partner_uid is not null and not coalesce((
      select g.personal_data from properties p
      join grants g on g.agency_uid = ${agency} and g.partner_uid = ${l}.created_by_partner_uid
        and g.object_uid in (p.uid, p.hotel_uid)
      where p.agency_uid = ${agency} and p.uid = ${l}.property_uid
      order by g.object_uid = p.uid desc limit 1), false)
    then ${l}.created_by_partner_uid end`
}

/** Returns the employee if the caller is limited to assigned jobs, otherwise null. */
export function limitedEmployeeRef(caller: Caller): EmployeeRef | null {
  const uid = limitedEmployee(caller)
  if (uid === null) return null
  return { agency: sql`${caller.agencyUids[0]}::uuid`, employee: sql`${uid}::uuid` }
}

/** Returns the condition that the caller can access the property of an alias. */
export function isPropertyAccessible(caller: Caller, property: string): Sql {
  const employee = limitedEmployeeRef(caller)
  if (employee) return hasAssignedJob(property, employee)
  if (caller.kind !== 'partner') return sql`true`
  return isGranted(property, sql`${caller.partnerUid}::uuid`)
}

/**
 * Returns the condition of {@link isPropertyAccessible} for a compiled plan. `tenantValues` returns
 * its parameters.
 */
export function isPropertyAccessibleSlot(caller: Caller, property: string): Sql {
  if (caller.kind !== 'agency') return isGranted(property, slot('partner', 'uuid'))
  if (limitedEmployee(caller) === null) return sql`true`
  return hasAssignedJob(property, {
    agency: slot('agency', 'uuid'),
    employee: slot('employee', 'uuid'),
  })
}

/** Returns the condition that the caller can access the hotel of an alias. */
export function isHotelAccessible(caller: Caller, hotel: string): Sql {
  return sql`${hotelAccess(caller, hotel)} is not null`
}

/**
 * Returns the access of the caller to the property of an alias: 'READ', 'READ_WRITE' or null. A
 * grant of the property takes precedence over one of its hotel.
 */
export function propertyAccess(caller: Caller, property: string): Sql {
  const employee = limitedEmployeeRef(caller)
  if (employee) return sql`case when ${hasAssignedJob(property, employee)} then 'READ' end`
  if (caller.kind !== 'partner') return sql`'READ_WRITE'`
  const p = sql.table(property)
  return sql`(select g.access from grants g where g.agency_uid = ${p}.agency_uid
    and g.partner_uid = ${caller.partnerUid}::uuid and g.object_uid in (${p}.uid, ${p}.hotel_uid)
    order by g.object_uid = ${p}.uid desc limit 1)`
}

/**
 * Returns the access of the caller to the hotel of an alias, which requires a grant of the hotel
 * itself: 'READ', 'READ_WRITE' or null.
 */
export function hotelAccess(caller: Caller, hotel: string): Sql {
  if (limitedEmployee(caller) !== null) return sql`null::text`
  if (caller.kind !== 'partner') return sql`'READ_WRITE'`
  const h = sql.table(hotel)
  return sql`(select g.access from grants g where g.agency_uid = ${h}.agency_uid
    and g.partner_uid = ${caller.partnerUid}::uuid and g.object_uid = ${h}.uid)`
}

/** Required access to the object of a reference, and the location of the reference. */
export interface RequiredAccess {
  /** Required access, `READ` by default. */
  access?: 'READ' | 'READ_WRITE'
  /** Name of the parameter in query or body. */
  parameter?: string
  /** True if the reference is in the path: an unknown object then returns 404 instead of 403. */
  inPath?: boolean
}

/** Row of an object, with the access of the caller. Null if the caller has none. */
export interface AccessibleRow {
  agency_uid: string
  uid: string
  access: 'READ' | 'READ_WRITE' | null
}

/**
 * Finds the object of a uid and checks that the caller has the required access (contract/general.md
 * §3). Unknown, foreign and not granted objects return the same error.
 *
 * @throws ApiError `unknown` in a path, ACCESS_DENIED elsewhere; READ_ONLY_GRANT
 */
export async function requireAccess<R extends AccessibleRow>(
  uidText: string,
  { access = 'READ', parameter, inPath = false }: RequiredAccess & { parameter: string },
  notFoundCode: NotFoundCode,
  find: (uid: string) => Promise<R | undefined>,
): Promise<R> {
  const uid = asUid(uidText)
  const row = uid === null ? undefined : await find(uid)
  if (!row?.access)
    throw inPath ? notFound(notFoundCode, uidText) : accessDenied(parameter, uidText)
  if (access === 'READ_WRITE' && row.access === 'READ') {
    throw new ApiError('READ_ONLY_GRANT', `The grant on ${parameter} ${uidText} is read-only`, {
      members: { requires: 'READ_WRITE' },
    })
  }
  return row
}
