/**
 * Guests as a caller may see them (contract/general.md §3): the agency as they are stored, a
 * partner by what the leads within its reach tell, so that nothing of another lead comes along.
 */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import { joinReachOf } from '../../access/partners/reach.sql.ts'
import { isPart } from '../../properties/property-query/folded-text.sql.ts'
import { isPersonal, type ToldColumn, toldColumns, toldNames } from './guest.ts'

/** Which guests are meant, each of one agency. */
export interface GuestFilters {
  agencyUid?: string | undefined
  uid?: string | undefined
  leadUid?: string | undefined
  /** A part of the name or e-mail address, in any case. */
  query?: string | undefined
  email?: string | undefined
  updatedSince?: Date | undefined
}

/** What is shown in place of a guest's personal data that is known, but not to the caller. */
export type Placeholder = string | null

type ContextPart = Pick<Context, 'caller'>

/** What is selected of guests `g` within reach beside what is told of them. */
export function columns({ caller }: ContextPart): Sql {
  return caller.kind === 'partner' ? sql`g.*` : sql`g.*, true as personal`
}

/** `from … g where`: the guests within reach that are meant. */
export function fromReached(ctx: ContextPart, filters: GuestFilters): Sql {
  const { leadUid, query, email, updatedSince } = filters
  const seeks = query !== undefined || email !== undefined
  const told = (name: string) => sql.ref(`${toldOf(ctx)}.${name}`)
  const words = sql.join(['first_name', 'last_name', 'email'].map(told))
  const agency = agencyAsked(ctx, filters, 'g')
  const part = sql`${query ?? null}::text`
  const parts: [unknown, Sql][] = [
    [filters.agencyUid, sql`and g.agency_uid = ${filters.agencyUid}`],
    [filters.uid, sql`and g.uid = ${filters.uid}`],
    [updatedSince, sql`and g.updated_at >= ${updatedSince}`],
    [
      leadUid,
      sql`and exists (select 1 from lead_guests b where b.agency_uid = ${agency}
      and b.guest_uid = g.uid and b.lead_uid = ${leadUid})`,
    ],
    [email, sql`and lower(${told('email')}) = lower(btrim(${email}))`],
    [
      query,
      sql`and (${isPart(part, sql`concat_ws(' ', ${words})`)}
      or ${isPart(part, sql`concat_ws(' ', ${told('last_name')}, ${told('first_name')})`)})`,
    ],
  ]
  const given = parts.filter(([value]) => value !== undefined)
  // Who may not see personal data finds nobody by it.
  return sql`from ${reached(ctx, filters)} ${seeks ? joinTold(ctx, filters, null) : sql``}
    where ${ofCaller(ctx.caller, 'g')} ${sql.join(
      given.map(([, condition]) => condition),
      sql` `,
    )}`
}

/** Joins as `t` what a partner may know of the guest `g`; an agency's guests have it themselves. */
export function joinTold(ctx: ContextPart, filters: GuestFilters, placeholder: Placeholder): Sql {
  if (ctx.caller.kind !== 'partner') return sql``
  const columns = toldNames.map(name => sql`${shown(name, placeholder)} as ${sql.ref(name)}`)
  return sql`cross join lateral (select ${sql.join(columns)} ${leadsOf(ctx, filters)}) t`
}

function toldOf({ caller }: ContextPart): string {
  return caller.kind === 'partner' ? 't' : 'g'
}

/** The newest value that the caller may see. */
function shown(name: ToldColumn, placeholder: Placeholder): Sql {
  const column = sql.ref(`l.${toldColumns[name]}`)
  const may = isPersonal(name) ? sql`and reach.personal` : sql``
  const newest = sql`(array_agg(${column} order by l.created_at desc, l.uid desc)
    filter (where ${column} is not null ${may}))[1]`
  if (placeholder === null || !isPersonal(name)) return newest
  return sql`coalesce(${newest}, case when count(${column}) > 0 then ${placeholder}::text end)`
}

/** `from leads l … where`: the leads of the guest `g` within reach. */
export function leadsOf(ctx: ContextPart, filters: GuestFilters): Sql {
  const agency = agencyAsked(ctx, filters, 'g')
  return sql`from lead_guests lg
    join leads l on l.agency_uid = ${agency} and l.uid = lg.lead_uid
    ${joinReachOf(ctx.caller, 'l', agency)}
    where lg.agency_uid = ${agency} and lg.guest_uid = g.uid and l.deleted_at is null`
}

/**
 * The guests `g`. Since when there is one and when it changed, says to a partner no more than the
 * leads within its reach do.
 */
function reached(ctx: ContextPart, filters: GuestFilters): Sql {
  const { caller } = ctx
  if (caller.kind !== 'partner') return sql`guests g`
  const { agencyUid, uid } = filters
  const agency = agencyAsked(ctx, filters, 'b')
  return sql`(select b.agency_uid, b.guest_uid as uid,
      bool_or(reach.personal and l.deleted_at is null) as personal,
      min(l.created_at) filter (where l.deleted_at is null) as created_at,
      max(l.updated_at) as updated_at
    from lead_guests b
    join leads l on l.agency_uid = ${agency} and l.uid = b.lead_uid
    ${joinReachOf(caller, 'l', agency)}
    where ${agencyUid === undefined ? ofCaller(caller, 'b') : sql`b.agency_uid = ${agencyUid}`}
      ${uid === undefined ? sql`` : sql`and b.guest_uid = ${uid}`}
    group by b.agency_uid, b.guest_uid
    having bool_or(l.deleted_at is null)) g`
}

function agencyAsked({ caller }: ContextPart, { agencyUid }: GuestFilters, alias: string): Sql {
  return agencyUid === undefined ? agencyOf(caller, alias) : sql`${agencyUid}::uuid`
}
