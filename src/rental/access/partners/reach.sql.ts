/** What a partner may see, as SQL (contract/general.md §3). `partner` is the partner's uid. */
import { sql } from 'kysely'
import { ApiError, accessDenied, type NotFoundCode, notFound } from '../../../platform/errors.ts'
import { type Sql, slot } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { type Caller, limitedEmployee } from '../agencies/caller.ts'
import { agencyOf } from '../agencies/tenant.sql.ts'
import { hasOwnJob, type Somebody } from '../roles/own-jobs.sql.ts'

/** Whether a grant reaches a property: one on itself, or one on its hotel. */
export function isGranted(property: string, partner: Sql): Sql {
  const p = sql.table(property)
  return sql`exists (
    select 1 from grants g where g.agency_uid = ${p}.agency_uid and g.partner_uid = ${partner}
    and g.object_uid in (${p}.uid, ${p}.hotel_uid))`
}

/**
 * Joins `reach.personal` and `reach.access`, one row per lead within reach and none otherwise. A
 * grant on the property itself wins over one on its hotel. `agency` is the lead's, as a value where
 * that is known.
 */
export function joinReach(
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

/** Joins the grants that authorize a caller; an agency's own key needs none. */
export function joinReachOf(
  caller: Caller,
  lead: string,
  agency: Sql = agencyOf(caller, lead),
): Sql {
  if (caller.kind !== 'partner') return sql``
  return joinReach(lead, sql`${caller.partnerUid}::uuid`, agency)
}

/**
 * The uid of the partner that made a lead, if its grants show it no personal data of others there;
 * else null. What such a partner tells of a guest is heard last (contract/resources.md §8.2).
 */
export function blindMaker(lead: string, agency: Sql): Sql {
  const l = sql.table(lead)
  return sql`case when ${l}.created_by_partner_uid is not null and not coalesce((
      select g.personal_data from properties p
      join grants g on g.agency_uid = ${agency} and g.partner_uid = ${l}.created_by_partner_uid
        and g.object_uid in (p.uid, p.hotel_uid)
      where p.agency_uid = ${agency} and p.uid = ${l}.property_uid
      order by g.object_uid = p.uid desc limit 1), false)
    then ${l}.created_by_partner_uid end`
}

/** Who has only what is of their own jobs, by values; null: the caller has more. */
export function limitedTo(caller: Caller): Somebody | null {
  const uid = limitedEmployee(caller)
  if (uid === null) return null
  return { agency: sql`${caller.agencyUids[0]}::uuid`, employee: sql`${uid}::uuid` }
}

/** The condition that the caller reaches the property under an alias. */
export function isReached(caller: Caller, property: string): Sql {
  const limited = limitedTo(caller)
  if (limited) return hasOwnJob(property, limited)
  if (caller.kind !== 'partner') return sql`true`
  return isGranted(property, sql`${caller.partnerUid}::uuid`)
}

/** Whether a property is within reach, in a compiled plan; `tenantValues` gives its parameters. */
export function isReachedSlot(caller: Caller, property: string): Sql {
  if (caller.kind !== 'agency') return isGranted(property, slot('partner', 'uuid'))
  if (limitedEmployee(caller) === null) return sql`true`
  return hasOwnJob(property, { agency: slot('agency', 'uuid'), employee: slot('employee', 'uuid') })
}

/** Whether a hotel is within reach. */
export function isHotelReached(caller: Caller, hotel: string): Sql {
  return sql`${hotelAccess(caller, hotel)} is not null`
}

/**
 * What the caller may do with the property under an alias: 'READ', 'READ_WRITE' or null. A grant on
 * the property itself wins over one on its hotel.
 */
export function propertyAccess(caller: Caller, property: string): Sql {
  const limited = limitedTo(caller)
  if (limited) return sql`case when ${hasOwnJob(property, limited)} then 'READ' end`
  if (caller.kind !== 'partner') return sql`'READ_WRITE'`
  const p = sql.table(property)
  return sql`(select g.access from grants g where g.agency_uid = ${p}.agency_uid
    and g.partner_uid = ${caller.partnerUid}::uuid and g.object_uid in (${p}.uid, ${p}.hotel_uid)
    order by g.object_uid = ${p}.uid desc limit 1)`
}

/** How a caller may use a hotel, which only a grant on the hotel itself opens. */
export function hotelAccess(caller: Caller, hotel: string): Sql {
  if (limitedEmployee(caller) !== null) return sql`null::text`
  if (caller.kind !== 'partner') return sql`'READ_WRITE'`
  const h = sql.table(hotel)
  return sql`(select g.access from grants g where g.agency_uid = ${h}.agency_uid
    and g.partner_uid = ${caller.partnerUid}::uuid and g.object_uid = ${h}.uid)`
}

/** What is wanted of a reference, and how it was named. */
export interface Wanted {
  /** What the caller is about to do; reading, unless it says otherwise. */
  access?: 'READ' | 'READ_WRITE'
  /** The parameter of the query or body. */
  parameter?: string
  /** The reference stands in the path: unknown is 404, not 403. */
  inPath?: boolean
}

/** What a reference was found to name. */
export interface Reached {
  agency_uid: string
  uid: string
  access: 'READ' | 'READ_WRITE' | null
}

/**
 * Finds what a uid of a request names and checks that the caller may do with it what is wanted
 * (contract/general.md §3). Unknown, foreign and not granted look the same.
 *
 * @throws ApiError `unknown` in a path, ACCESS_DENIED elsewhere; READ_ONLY_GRANT
 */
export async function reach<R extends Reached>(
  text: string,
  { access = 'READ', parameter, inPath = false }: Wanted & { parameter: string },
  unknown: NotFoundCode,
  find: (uid: string) => Promise<R | undefined>,
): Promise<R> {
  const uid = asUid(text)
  const found = uid === null ? undefined : await find(uid)
  if (!found?.access) throw inPath ? notFound(unknown, text) : accessDenied(parameter, text)
  if (access === 'READ_WRITE' && found.access === 'READ') {
    throw new ApiError('READ_ONLY_GRANT', `The grant on ${parameter} ${text} is read-only`, {
      members: { requires: 'READ_WRITE' },
    })
  }
  return found
}
