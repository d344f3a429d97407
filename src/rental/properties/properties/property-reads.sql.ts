/** Properties as clients see them: their rows with what other tables say about them. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { after, orderBy, type PageRequest, type SortOrder } from '../../../platform/db/page.ts'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { type Caller, within } from '../../access/agencies/caller.ts'
import { ofCaller, rowOf, rowOfAgency } from '../../access/agencies/tenant.sql.ts'
import { isReached } from '../../access/partners/reach.sql.ts'
import {
  type PropertyFilterValues,
  wherePropertyFilters,
} from '../property-query/property-filters.sql.ts'
import { bedsOfRooms, type Room, roomsOfProperty } from '../rooms/rooms.ts'
import { businessType } from './properties.ts'
import type { Property } from './property.ts'

/** What a list of properties is narrowed to; `hotelUid`: to the unit types of a hotel. */
export interface PropertyFilters extends PropertyFilterValues {
  agencyUid: string
  updatedSince?: Date | undefined
}

export type ListedProperty = Property & { name_key: string }

/** A page of the properties within reach, one more row if another page follows. */
export async function listProperties(
  ctx: Context,
  filters: PropertyFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<ListedProperty[]> {
  const table = sort === byName ? 'k' : 'p'
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(sort, table, cursor.k)}`
  const p = rowOfAgency('p', sql`${filters.agencyUid}::uuid`)
  const { rows } = await sql<ListedProperty>`select ${propertyColumns(p)}, k.name_key
    ${fromReached(ctx, filters)} and p.deleted_at is null ${afterKey}
    order by ${orderBy(sort, table)} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

/** By name in whatever case; `k` has what it is sorted by. */
export const byName: SortOrder = {
  name: 'name',
  direction: 'asc',
  columns: [
    { column: 'name_key', type: 'text' },
    { column: 'uid', type: 'uuid' },
  ],
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
  const filters = { agencyUid, hotelUid }
  const { rows } = await sql<{ uid: string }>`select p.uid ${fromReached(ctx, filters)}
    and p.deleted_at >= ${since} order by p.deleted_at desc, p.uid desc limit ${limit}
  `.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/** A property within reach, in what its row and others say about it; also a deleted one. */
export async function findProperty(
  ctx: Context,
  uid: string,
): Promise<(Property & { rooms: Room[] }) | undefined> {
  const p = rowOf(ctx.caller, 'p')
  const { rows } = await sql<
    Property & { rooms: Room[] }
  >`select ${propertyColumns(p)}, ${rooms(p)} from properties p
    where ${ofCaller(ctx.caller, 'p')} and p.uid = ${uid} and ${isReached(ctx.caller, 'p')}
  `.execute(ctx.db)
  return rows[0]
}

/** How many units a unit type has, the active ones or all; any other property has 1. */
export function unitCount(property: Row, { active = false } = {}): Sql {
  return sql`case when ${property('hotel_uid')} is null then 1
    else (select count(*)::integer from units u where u.agency_uid = ${property('agency_uid')}
      and u.property_uid = ${property('uid')} and u.deleted_at is null
      ${active ? sql`and u.is_active` : sql``}) end`
}

/** A property's row under `p` with what other tables say about it. */
export function propertyColumns(p: Row): Sql {
  return sql`p.*, ${businessType(p)} as business_type,
    ${bedsOfRooms(p)} as beds_of_rooms, ${unitCount(p)} as number_of_units,
    ${unitCount(p, { active: true })} as number_of_active_units`
}

const rooms = (p: Row) => sql`(select coalesce(json_agg(to_jsonb(r) order by r.room_number), '[]')
  from (${roomsOfProperty(p)}) r) as rooms`

function fromReached(
  { caller }: Context,
  { agencyUid, updatedSince, ...filters }: PropertyFilters,
): Sql {
  const agency = sql`${agencyUid}::uuid`
  const changed = updatedSince ? sql`and p.updated_at >= ${updatedSince}` : sql``
  return sql`from properties p
    cross join lateral (select left(lower(p.name), 100) as name_key, p.uid) k
    where p.agency_uid = ${agency} and ${ofCaller(caller, 'p')} and ${isReached(caller, 'p')}
    ${changed} ${wherePropertyFilters('p', filters, agency)}`
}

/**
 * The caller once for each of its agencies that has some of these properties: a statement of one
 * agency names it by value, so a cluster knows where to ask it (docs/decisions/0052).
 */
export async function listCallersWithin(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  propertyUids: readonly string[],
): Promise<Caller[]> {
  if (caller.agencyUids.length < 2) return [caller]
  const found = await db
    .selectFrom('properties as p')
    .select('p.agency_uid')
    .distinct()
    .where(sql<boolean>`${ofCaller(caller, 'p')}`)
    .where(sql<boolean>`p.uid = any(${propertyUids}::uuid[])`)
    .execute()
  return found.map(({ agency_uid }) => within(caller, agency_uid))
}
