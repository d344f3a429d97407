/**
 * Guests visible to a caller (contract/general.md §3): to the agency as stored, to a partner only
 * with the details of its accessible leads, so that nothing leaks from other leads.
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { joinCallerAccess } from '../../access/partners/access-scope.sql.ts'
import { containsFolded } from '../../properties/property-query/folded-text.sql.ts'
import { type GuestDetail, guestDetailColumns, guestDetailNames, isPersonal } from './guest.ts'

/** Filters of guests, each of one agency. */
export interface GuestFilters {
  agencyUid?: string | undefined
  uid?: string | undefined
  leadUid?: string | undefined
  /** Substring of the name or e-mail address, in any case. */
  query?: string | undefined
  email?: string | undefined
  updatedSince?: Date | undefined
}

/** Placeholder for personal data that exists, but is hidden from the caller. */
export type Placeholder = string | null

type WithCaller = Pick<Context, 'caller'>

/** Returns the selected columns of accessible guests `g`, without details for a partner. */
export function accessibleGuestColumns({ caller }: WithCaller): Sql {
  return caller.kind === 'partner' ? sql`g.*` : sql`g.*, true as personal`
}

/** Returns `from … g where` for the accessible guests that match the filters. */
export function fromAccessibleGuests(ctx: WithCaller, filters: GuestFilters): Sql {
  const { leadUid, query, email, updatedSince } = filters
  const isSearch = query !== undefined || email !== undefined
  const detail = (name: string) => sql.ref(`${detailsAlias(ctx)}.${name}`)
  const searchedDetails = sql.join(['first_name', 'last_name', 'email'].map(detail))
  const lastNameFirst = sql`concat_ws(' ', ${detail('last_name')}, ${detail('first_name')})`
  const agency = requestedAgency(ctx, filters, 'g')
  const substring = sql`${query ?? null}::text`
  const conditions: [value: unknown, condition: Sql][] = [
    [filters.agencyUid, sql`and g.agency_uid = ${filters.agencyUid}`],
    [filters.uid, sql`and g.uid = ${filters.uid}`],
    [updatedSince, sql`and g.updated_at >= ${updatedSince}`],
    [
      leadUid,
      sql`and exists (select 1 from lead_guests b where b.agency_uid = ${agency}
      and b.guest_uid = g.uid and b.lead_uid = ${leadUid})`,
    ],
    [email, sql`and lower(${detail('email')}) = lower(btrim(${email}))`],
    [
      query,
      sql`and (${containsFolded(substring, sql`concat_ws(' ', ${searchedDetails})`)}
      or ${containsFolded(substring, lastNameFirst)})`,
    ],
  ]
  const requestedConditions = conditions.filter(([value]) => value !== undefined)
  // Joins only visible details, so that a caller cannot find guests by personal data that is hidden
  // from it.
  const details = isSearch ? joinGuestDetails(ctx, filters, null) : sql``
  return sql`from ${accessibleGuests(ctx, filters)} ${details}
    where ${inCallerTenant(ctx.caller, 'g')} ${sql.join(
      requestedConditions.map(([, condition]) => condition),
      sql` `,
    )}`
}

/**
 * Joins as `t` the details of guest `g` that a partner may see; the agency reads those of `guests`.
 */
export function joinGuestDetails(
  ctx: WithCaller,
  filters: GuestFilters,
  placeholder: Placeholder,
): Sql {
  if (ctx.caller.kind !== 'partner') return sql``
  const columns = guestDetailNames.map(
    name => sql`${visibleValue(name, placeholder)} as ${sql.ref(name)}`,
  )
  return sql`cross join lateral (select ${sql.join(columns)} ${fromLeadsOfGuest(ctx, filters)}) t`
}

function detailsAlias({ caller }: WithCaller): string {
  return caller.kind === 'partner' ? 't' : 'g'
}

/** Returns the newest value of a column that the caller may see. */
function visibleValue(name: GuestDetail, placeholder: Placeholder): Sql {
  const column = sql.ref(`l.${guestDetailColumns[name]}`)
  const ifVisible = isPersonal(name) ? sql`and reach.personal` : sql``
  const newest = sql`(array_agg(${column} order by l.created_at desc, l.uid desc)
    filter (where ${column} is not null ${ifVisible}))[1]`
  if (placeholder === null || !isPersonal(name)) return newest
  return sql`coalesce(${newest}, case when count(${column}) > 0 then ${placeholder}::text end)`
}

/** Returns `from leads l … where` for the accessible leads of guest `g`. */
export function fromLeadsOfGuest(ctx: WithCaller, filters: GuestFilters): Sql {
  const agency = requestedAgency(ctx, filters, 'g')
  return sql`from lead_guests lg
    join leads l on l.agency_uid = ${agency} and l.uid = lg.lead_uid
    ${joinCallerAccess(ctx.caller, 'l', agency)}
    where lg.agency_uid = ${agency} and lg.guest_uid = g.uid and l.deleted_at is null`
}

/**
 * Returns the accessible guests `g`. For a partner, creation and update time are those of its
 * accessible leads only.
 */
function accessibleGuests(ctx: WithCaller, filters: GuestFilters): Sql {
  const { caller } = ctx
  if (caller.kind !== 'partner') return sql`guests g`
  const { agencyUid, uid } = filters
  const agency = requestedAgency(ctx, filters, 'b')
  return sql`(select b.agency_uid, b.guest_uid as uid,
      bool_or(reach.personal and l.deleted_at is null) as personal,
      min(l.created_at) filter (where l.deleted_at is null) as created_at,
      max(l.updated_at) as updated_at
    from lead_guests b
    join leads l on l.agency_uid = ${agency} and l.uid = b.lead_uid
    ${joinCallerAccess(caller, 'l', agency)}
    where ${
      agencyUid === undefined ? inCallerTenant(caller, 'b') : sql`b.agency_uid = ${agencyUid}`
    }
      ${uid === undefined ? sql`` : sql`and b.guest_uid = ${uid}`}
    group by b.agency_uid, b.guest_uid
    having bool_or(l.deleted_at is null)) g`
}

function requestedAgency({ caller }: WithCaller, { agencyUid }: GuestFilters, alias: string): Sql {
  return agencyUid === undefined ? agencyOf(caller, alias) : sql`${agencyUid}::uuid`
}
