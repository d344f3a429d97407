import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { after, orderBy, type PageRequest, type SortOrder } from '../../platform/db/page.ts'
import { type Row, rowAs, type Sql } from '../../platform/graphql/fields.ts'
import { ofCaller } from '../agencies/tenant.ts'
import { isReached, propertyAccess, type Reached, reach, type Wanted } from '../partners/reach.ts'
import type { PropertiesTable } from '../tables.ts'
import type { Property, PropertyRow } from './property.ts'

/** The property of a lead, at most one row, also one that was deleted since. */
export function propertyOfLead(lead: Row): Sql {
  return sql`select p.* from properties p
    where p.agency_uid = ${lead('agency_uid')} and p.uid = ${lead('property_uid')}`
}

/** What kind of property it is, derived (contract/properties.md §1). */
export function businessType(property: Row): Sql {
  return sql`case
    when ${property('hotel_uid')} is not null then 'MULTI_UNIT'
    when ${property('parent_uid')} is not null then 'SUB_UNIT'
    when exists (select 1 from properties c where c.agency_uid = ${property('agency_uid')}
      and c.parent_uid = ${property('uid')} and c.deleted_at is null) then 'MULTI_UNIT'
    else 'STANDALONE_PROPERTY' end`
}

/**
 * Whether a property is active or has an active sub-unit: the predicate A(P) of
 * contract/properties.md §9, of the row under `alias`. Only downwards.
 */
export function isActiveOrHasActiveSubUnits(alias: string): Sql {
  const p = sql.table(alias)
  return sql`${p}.deleted_at is null and (${p}.is_active
    or exists (select 1 from properties c where c.agency_uid = ${p}.agency_uid
      and c.parent_uid = ${p}.uid and c.deleted_at is null and c.is_active)
    or (${p}.hotel_uid is not null and exists (select 1 from units u
      where u.agency_uid = ${p}.agency_uid and u.property_uid = ${p}.uid
      and u.deleted_at is null and u.is_active)))`
}

export type { PropertyRow }

/** What a list of properties is narrowed to. */
export interface PropertyFilters {
  agencyUid: string
  /** The unit types of this hotel only. */
  hotelUid?: string | undefined
  updatedSince?: Date | undefined
}

/** A page of the properties within reach, one more row if another page follows. */
export async function listProperties(
  ctx: Context,
  filters: PropertyFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<Property[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(sort, 'p', cursor.k)}`
  const { rows } = await sql<Property>`select ${columns} ${fromReached(ctx, filters)}
    and p.deleted_at is null ${afterKey}
    order by ${orderBy(sort, 'p')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

/** How many properties within reach pass the filters. */
export async function countProperties(ctx: Context, filters: PropertyFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromReached(ctx, filters)} and p.deleted_at is null`.execute(ctx.db)
  return rows[0]!.count
}

/** Uids of the properties of an agency that were deleted since an instant, newest first. */
export async function listDeletedProperties(
  ctx: Context,
  { agencyUid, hotelUid }: PropertyFilters,
  since: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{
    uid: string
  }>`select p.uid ${fromReached(ctx, { agencyUid, hotelUid })}
    and p.deleted_at >= ${since} order by p.deleted_at desc, p.uid desc limit ${limit}
  `.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/** A property within reach, in what its row and others say about it; also a deleted one. */
export async function findProperty(ctx: Context, uid: string): Promise<Property | undefined> {
  const { rows } = await sql<Property>`select ${columns}, ${rooms} from properties p
    where ${ofCaller(ctx.caller, 'p')} and p.uid = ${uid} and ${isReached(ctx.caller, 'p')}
  `.execute(ctx.db)
  return rows[0]
}

/** Whether the caller may write some property of an agency. */
export async function hasWritableProperty(ctx: Context, agencyUid: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select 1 from properties p
    where p.agency_uid = ${agencyUid} and p.deleted_at is null
    and ${propertyAccess(ctx.caller, 'p')} = 'READ_WRITE') as found`.execute(ctx.db)
  return rows[0]!.found
}

const bedsOfRooms = sql`(select nullif(sum(bed.value::integer), 0)::integer
  from rooms r cross join lateral jsonb_each_text(r.bed_counts) bed
  where r.agency_uid = p.agency_uid and r.property_uid = p.uid)`

function unitCount(condition: Sql): Sql {
  return sql`case when p.hotel_uid is null then 1 else (select count(*)::integer from units u
    where u.agency_uid = p.agency_uid and u.property_uid = p.uid and u.deleted_at is null
    ${condition}) end`
}

const columns = sql`p.*, ${businessType(rowAs('p'))} as business_type,
  ${bedsOfRooms} as beds_of_rooms, ${unitCount(sql``)} as number_of_units,
  ${unitCount(sql`and u.is_active`)} as number_of_active_units`

const rooms = sql`(select coalesce(json_agg(to_jsonb(r) order by r.room_number), '[]')
  from rooms r where r.agency_uid = p.agency_uid and r.property_uid = p.uid) as rooms`

function fromReached({ caller }: Context, filters: PropertyFilters): Sql {
  const { agencyUid, hotelUid, updatedSince } = filters
  const ofHotel = hotelUid ? sql`and p.hotel_uid = ${hotelUid}` : sql``
  const changed = updatedSince ? sql`and p.updated_at >= ${updatedSince}` : sql``
  return sql`from properties p where p.agency_uid = ${agencyUid}
    and ${ofCaller(caller, 'p')} and ${isReached(caller, 'p')} ${ofHotel} ${changed}`
}

/** A property that a request named. */
export interface ReachedProperty extends Reached {
  hotel_uid: string | null
}

/**
 * The property that a uid of a request names, within reach and not deleted.
 *
 * @throws ApiError ACCESS_DENIED, in a path PROPERTY_NOT_FOUND; READ_ONLY_GRANT
 */
export async function reachedProperty(
  ctx: Context,
  text: string,
  wanted: Wanted = {},
): Promise<ReachedProperty> {
  return reach(text, { parameter: 'propertyUid', ...wanted }, 'PROPERTY_NOT_FOUND', uid =>
    ctx.db
      .selectFrom('properties as p')
      .select(['p.agency_uid', 'p.uid', 'p.hotel_uid'])
      .select(sql<Reached['access']>`${propertyAccess(ctx.caller, 'p')}`.as('access'))
      .where(sql<boolean>`${ofCaller(ctx.caller, 'p')}`)
      .where('p.uid', '=', uid)
      .where('p.deleted_at', 'is', null)
      .executeTakeFirst(),
  )
}

/** Stores a property of which every column is told that has no standard of the table. */
export async function insertProperty({ db }: Pick<Context, 'db'>, row: PropertyRow): Promise<void> {
  await db
    .insertInto('properties')
    .values(asStored(row) as Insertable<PropertiesTable>)
    .execute()
}

/**
 * Writes a property's changed columns. This is where a property is told to have become active,
 * inactive, or otherwise different (contract/properties.md §4).
 */
export async function updateProperty(
  ctx: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
  changes: Partial<PropertyRow>,
): Promise<void> {
  await ctx.db
    .updateTable('properties')
    .set({ ...asStored(changes), updated_at: laterThan(ctx) })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .execute()
}

/** Objects go to the database as JSON text, lists as they are. */
function asStored(columns: Partial<PropertyRow>): Record<string, unknown> {
  const isObject = (value: unknown) =>
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  const entries = Object.entries(columns).map(([column, value]) => {
    return [column, isObject(value) ? JSON.stringify(value) : value]
  })
  return Object.fromEntries(entries)
}

/** Stores properties. */
export async function insertProperties(
  ctx: Pick<Context, 'db'>,
  properties: Insertable<PropertiesTable>[],
): Promise<void> {
  if (properties.length > 0) await ctx.db.insertInto('properties').values(properties).execute()
}

/**
 * Says that a property changed: `updated_at` becomes the present time, strictly later than it was
 * (contract/properties.md §4).
 */
export async function touchProperty(
  ctx: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<void> {
  await ctx.db
    .updateTable('properties')
    .set({ updated_at: laterThan(ctx) })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .execute()
}

/** The present time, or a millisecond after the row's last change if that is later. */
export function laterThan({ clock }: Context): RawBuilder<Date> {
  return sql<Date>`greatest(${clock.now()}::timestamptz, updated_at + interval '1 ms')`
}

/** Links a property to a master, or to none. */
export async function writeParent(
  ctx: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
  parentUid: string | null,
): Promise<void> {
  await ctx.db
    .updateTable('properties')
    .set({ parent_uid: parentUid, updated_at: laterThan(ctx) })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .execute()
}

/** Says whether a master itself may be booked. */
export async function writeMasterBookable(
  { db }: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
  masterBookable: boolean,
): Promise<void> {
  await db
    .updateTable('properties')
    .set({ master_bookable: masterBookable })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .execute()
}

/** Marks a property as deleted. */
export async function markPropertyDeleted(
  ctx: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<void> {
  await ctx.db
    .updateTable('properties')
    .set({ deleted_at: ctx.clock.now(), updated_at: laterThan(ctx) })
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .execute()
}

/** Locks a property for changes of itself and of what it counts, such as its units. */
export async function lockProperty(
  { db }: Context,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<void> {
  await db
    .selectFrom('properties')
    .select('uid')
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', uid)
    .forNoKeyUpdate()
    .execute()
}
