import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { after, orderBy, type PageRequest, type SortOrder } from '../../../platform/db/page.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { ofCaller } from '../../access/agencies/tenant.sql.ts'
import { joinReachOf } from '../../access/partners/reach.sql.ts'
import type { GuestRow } from './guest.ts'

/** A guest as stored, and whether the caller may see more than where the guest comes from. */
export type Guest = GuestRow & { personal: boolean }

/** Which guests are meant, each of one agency. */
export interface GuestFilters {
  agencyUid?: string | undefined
  leadUid?: string | undefined
  /** A part of the name or e-mail address, in any case. */
  query?: string | undefined
  email?: string | undefined
  updatedSince?: Date | undefined
}

/** Guests within reach, one more if another page follows. */
export async function listGuests(
  ctx: Context,
  filters: GuestFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<Guest[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(sort, 'g', cursor.k)}`
  const { rows } = await sql<Guest>`select g.*, ${isPersonal(ctx)} as personal
    ${fromReached(ctx, filters)} ${afterKey}
    order by ${orderBy(sort, 'g')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

/** Every guest of an agency within reach, the newest first. */
export async function listAllGuests(ctx: Context, agencyUid: string): Promise<Guest[]> {
  const { rows } = await sql<Guest>`select g.*, ${isPersonal(ctx)} as personal
    ${fromReached(ctx, { agencyUid })} order by g.created_at desc, g.uid desc`.execute(ctx.db)
  return rows
}

/** How many guests within reach are meant. */
export async function countGuests(ctx: Context, filters: GuestFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromReached(ctx, filters)}`.execute(ctx.db)
  return rows[0]!.count
}

/** A guest, and the leads of the guest within the caller's reach, the newest first. */
export type LegacyGuest = Guest & { leads_uids: string[] }

/** Guests within reach as v2 shows them, the newest first. */
export async function listLegacyGuests(
  ctx: Context,
  filters: GuestFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<LegacyGuest[]> {
  const { rows } = await sql<LegacyGuest>`select g.*, ${isPersonal(ctx)} as personal,
      array(select l.uid ${leadsOf(ctx)} order by l.created_at desc, l.uid desc) as leads_uids
    ${fromReached(ctx, filters)}
    order by g.created_at desc, g.uid desc limit ${limit} offset ${offset}`.execute(ctx.db)
  return rows
}

/**
 * The guest that a uid of a request names, within reach.
 *
 * @throws ApiError GUEST_NOT_FOUND
 */
export async function reachedGuest(ctx: Context, text: string): Promise<Guest> {
  const uid = asUid(text)
  const { rows } = await sql<Guest>`select g.*, ${isPersonal(ctx)} as personal
    ${fromReached(ctx, {})} and g.uid = ${uid}`.execute(ctx.db)
  const [guest] = rows
  if (!guest) throw notFound('GUEST_NOT_FOUND', text)
  return guest
}

/** The guest that a lead is bound to. */
export async function findGuestOfLead(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  leadUid: string,
): Promise<{ uid: string } | undefined> {
  return db
    .selectFrom('lead_guests')
    .select('guest_uid as uid')
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', leadUid)
    .executeTakeFirst()
}

/** Locks a guest: a lead that is to be bound to it waits. */
export async function lockGuest(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  uid: string,
): Promise<void> {
  await sql`select 1 from guests where agency_uid = ${agencyUid} and uid = ${uid}
    for update`.execute(db)
}

/** The guests that leads are bound to. */
export async function listGuestsOfLeads(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  leadUids: string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('lead_guests')
    .select('guest_uid')
    .distinct()
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', sql<string>`any(${leadUids}::uuid[])`)
    .execute()
  return rows.map(({ guest_uid }) => guest_uid)
}

/** `from guests g … where`: those that are meant. A partner reaches a guest by a lead. */
function fromReached(ctx: Context, filters: GuestFilters): Sql {
  const { agencyUid, leadUid, query, email, updatedSince } = filters
  const conditions = [
    ...(agencyUid === undefined ? [] : [sql`g.agency_uid = ${agencyUid}`]),
    ...(updatedSince === undefined ? [] : [sql`g.updated_at >= ${updatedSince}`]),
    ...(leadUid === undefined
      ? []
      : [
          sql`exists (select 1 from lead_guests b where b.agency_uid = g.agency_uid
          and b.guest_uid = g.uid and b.lead_uid = ${leadUid})`,
        ]),
    // Who may not see personal data finds nobody by it.
    ...(query === undefined && email === undefined ? [] : [isPersonal(ctx)]),
    ...(email === undefined ? [] : [sql`lower(g.email) = lower(btrim(${email}))`]),
    ...(query === undefined
      ? []
      : [
          sql`position(lower(${query}) in lower(concat_ws(' ', g.first_name, g.last_name, g.email)))
          > 0`,
        ]),
  ]
  return sql`from guests g ${joinLeads(ctx)} where ${ofCaller(ctx.caller, 'g')}
    ${sql.join(
      conditions.map(condition => sql`and ${condition}`),
      sql` `,
    )}`
}

function joinLeads(ctx: Context): Sql {
  if (ctx.caller.kind === 'agency') return sql``
  return sql`join lateral (select bool_or(reach.personal) as personal ${leadsOf(ctx)}
    having count(*) > 0) seen on true`
}

function isPersonal({ caller }: Context): Sql {
  return caller.kind === 'agency' ? sql`true` : sql`seen.personal`
}

/** `from leads … where`: the leads of the guest `g` within reach. */
function leadsOf({ caller }: Context): Sql {
  return sql`from lead_guests lg
    join leads l on l.agency_uid = lg.agency_uid and l.uid = lg.lead_uid ${joinReachOf(caller, 'l')}
    where lg.agency_uid = g.agency_uid and lg.guest_uid = g.uid and l.deleted_at is null`
}
