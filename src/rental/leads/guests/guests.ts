import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import {
  after,
  orderBy,
  type PageRequest,
  type SortOrder,
} from '../../../platform/db/pagination.ts'
import { updateRow } from '../../../platform/db/rows.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { hiddenText } from '../legacy-leads/legacy-lead.ts'
import {
  accessibleGuestColumns,
  fromAccessibleGuests,
  fromLeadsOfGuest,
  type GuestFilters,
  joinGuestDetails,
  type Placeholder,
} from './accessible-guests.sql.ts'
import type { GuestDetail, GuestRow } from './guest.ts'

/** Guest as visible to the caller; `personal` is whether personal data is included. */
export type Guest = Pick<
  GuestRow,
  'agency_uid' | 'uid' | 'created_at' | 'updated_at' | GuestDetail
> & {
  personal: boolean
}

/** Returns a page of accessible guests, plus one row if another page follows. */
export async function listGuests(
  ctx: Context,
  filters: GuestFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<Guest[]> {
  return selectGuests<Guest>(ctx, filters, {
    after: cursor.k === null ? sql`` : sql`and ${after(sort, 'g', cursor.k)}`,
    order: orderBy(sort, 'g'),
    page: sql`limit ${limit + 1} offset ${cursor.k === null ? cursor.offset : 0}`,
  })
}

const newestFirst = sql`g.created_at desc, g.uid desc`

/** Returns all accessible guests of an agency, newest first. */
export async function listAllGuests(ctx: Context, agencyUid: string): Promise<Guest[]> {
  return selectGuests<Guest>(ctx, { agencyUid }, { order: newestFirst })
}

export async function countGuests(ctx: Context, filters: GuestFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromAccessibleGuests(ctx, filters)}`.execute(ctx.db)
  return rows[0]!.count
}

/** Guest with its leads that are accessible to the caller, newest first. */
export type LegacyGuest = Guest & { leads_uids: string[] }

/** Returns accessible guests for v2, newest first. */
export async function listLegacyGuests(
  ctx: Context,
  filters: GuestFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<LegacyGuest[]> {
  const leads = sql`select l.uid ${fromLeadsOfGuest(ctx, filters)}
    order by l.created_at desc, l.uid desc`
  return selectGuests<LegacyGuest>(ctx, filters, {
    order: newestFirst,
    page: sql`limit ${limit} offset ${offset}`,
    extraColumns: sql`, array(${leads}) as leads_uids`,
    placeholder: hiddenText,
  })
}

interface GuestSelect {
  after?: Sql
  order: Sql
  page?: Sql
  extraColumns?: Sql
  placeholder?: Placeholder
}

/** Selects guests; details for a partner are looked up only for the rows of the page. */
async function selectGuests<Row>(
  ctx: Context,
  filters: GuestFilters,
  { after = sql``, order, page = sql``, extraColumns = sql``, placeholder = null }: GuestSelect,
): Promise<Row[]> {
  const { rows } = await sql<Row>`select * ${extraColumns} from (
      select ${accessibleGuestColumns(ctx)} ${fromAccessibleGuests(ctx, filters)} ${after}
      order by ${order} ${page}) g
    ${joinGuestDetails(ctx, filters, placeholder)} order by ${order}`.execute(ctx.db)
  return rows
}

/**
 * Returns the accessible guest that a request names.
 *
 * @throws ApiError GUEST_NOT_FOUND
 */
export async function requireGuest(ctx: Context, uidText: string): Promise<Guest> {
  const uid = asUid(uidText)
  const rows = uid === null ? [] : await selectGuests<Guest>(ctx, { uid }, { order: newestFirst })
  const [guest] = rows
  if (!guest) throw notFound('GUEST_NOT_FOUND', uidText)
  return guest
}

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

/** Locks a guest; transactions that link leads to it wait. */
export async function lockGuest(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  uid: string,
): Promise<void> {
  await sql`select 1 from guests where agency_uid = ${agencyUid} and uid = ${uid}
    for update`.execute(db)
}

export async function hasGuest(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: Pick<GuestRow, 'agency_uid' | 'uid'>,
): Promise<boolean> {
  const { rows } = await sql`select 1 from guests
    where agency_uid = ${agency_uid} and uid = ${uid}`.execute(db)
  return rows.length > 0
}

/** Inserts a guest without details, unless its uid exists. */
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

/** Returns when a guest was last erased; null if never, undefined if it does not exist. */
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

/** Sets and returns the time of a guest's erasure. */
export async function setErasedAt(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  guest: Pick<GuestRow, 'agency_uid' | 'uid'>,
): Promise<Date> {
  const now = clock.now()
  await updateRow({ db }, 'guests', guest, { erased_at: now })
  return now
}

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
