import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { after, orderBy, type PageRequest, type SortOrder } from '../../../platform/db/page.ts'
import { updateRow } from '../../../platform/db/rows.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { hiddenText } from '../legacy-leads/legacy-lead.ts'
import type { GuestRow, ToldColumn } from './guest.ts'
import {
  columns,
  fromReached,
  type GuestFilters,
  joinTold,
  leadsOf,
  type Placeholder,
} from './reached-guests.sql.ts'

/** A guest as the caller may see it, and whether that is more than where the guest comes from. */
export type Guest = Pick<
  GuestRow,
  'agency_uid' | 'uid' | 'created_at' | 'updated_at' | ToldColumn
> & {
  personal: boolean
}

/** Guests within reach, one more if another page follows. */
export async function listGuests(
  ctx: Context,
  filters: GuestFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<Guest[]> {
  return list<Guest>(ctx, filters, {
    after: cursor.k === null ? sql`` : sql`and ${after(sort, 'g', cursor.k)}`,
    order: orderBy(sort, 'g'),
    page: sql`limit ${limit + 1} offset ${cursor.k === null ? cursor.offset : 0}`,
  })
}

const newestFirst = sql`g.created_at desc, g.uid desc`

/** Every guest of an agency within reach, the newest first. */
export async function listAllGuests(ctx: Context, agencyUid: string): Promise<Guest[]> {
  return list<Guest>(ctx, { agencyUid }, { order: newestFirst })
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
  const leads = sql`select l.uid ${leadsOf(ctx, filters)} order by l.created_at desc, l.uid desc`
  return list<LegacyGuest>(ctx, filters, {
    order: newestFirst,
    page: sql`limit ${limit} offset ${offset}`,
    beside: sql`, array(${leads}) as leads_uids`,
    placeholder: hiddenText,
  })
}

interface Listing {
  after?: Sql
  order: Sql
  page?: Sql
  /** What is selected of each besides. */
  beside?: Sql
  placeholder?: Placeholder
}

/** What is told of guests is looked up for those of the page alone. */
async function list<Row>(
  ctx: Context,
  filters: GuestFilters,
  { after = sql``, order, page = sql``, beside = sql``, placeholder = null }: Listing,
): Promise<Row[]> {
  const { rows } = await sql<Row>`select * ${beside} from (
      select ${columns(ctx)} ${fromReached(ctx, filters)} ${after} order by ${order} ${page}) g
    ${joinTold(ctx, filters, placeholder)} order by ${order}`.execute(ctx.db)
  return rows
}

/**
 * The guest that a uid of a request names, within reach.
 *
 * @throws ApiError GUEST_NOT_FOUND
 */
export async function reachedGuest(ctx: Context, text: string): Promise<Guest> {
  const uid = asUid(text)
  const found = uid === null ? [] : await list<Guest>(ctx, { uid }, { order: newestFirst })
  const [guest] = found
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

/** Whether an agency has a guest. */
export async function hasGuest(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<GuestRow, 'agency_uid' | 'uid'>,
): Promise<boolean> {
  const { rows } = await sql`select 1 from guests
    where agency_uid = ${agency_uid} and uid = ${uid}`.execute(db)
  return rows.length > 0
}

/** Inserts a guest without data, unless there is one with its uid. */
export async function insertEmptyGuest(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, uid }: Pick<GuestRow, 'agency_uid' | 'uid'>,
): Promise<void> {
  const now = clock.now()
  await db
    .insertInto('guests')
    .values({ agency_uid, uid, created_at: now, updated_at: now })
    .onConflict(conflict => conflict.columns(['agency_uid', 'uid']).doNothing())
    .execute()
}

/** When a guest was last erased; null: never, undefined: there is no such guest. */
export async function findErasedAt(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<GuestRow, 'agency_uid' | 'uid'>,
): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom('guests')
    .select('erased_at')
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row?.erased_at
}

/** Writes down that what was known of a guest is erased, and gives when. */
export async function markErased(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  guest: Pick<GuestRow, 'agency_uid' | 'uid'>,
): Promise<Date> {
  const now = clock.now()
  await updateRow({ db }, 'guests', guest, { erased_at: now })
  return now
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
