/** Queries for properties with fields derived from other tables. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import {
  after,
  orderBy,
  type PageRequest,
  type SortOrder,
} from '../../../platform/db/pagination.ts'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { type Caller, limitToAgency } from '../../access/agencies/caller.ts'
import { agencyRow, inCallerTenant, tenantRow } from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import {
  type PropertyFilterValues,
  wherePropertyFilters,
} from '../property-query/property-filters.sql.ts'
import { type Room, selectBedCount, selectRooms } from '../rooms/rooms.ts'
import { businessType } from './properties.ts'
import type { Property } from './property.ts'

/** Filters of a list of properties. `hotelUid` selects the unit types of a hotel. */
export interface PropertyFilters extends PropertyFilterValues {
  agencyUid: string
  updatedSince?: Date | undefined
}

export type ListedProperty = Property & { name_key: string }

/**
 * Lists a page of properties in the caller's access scope, plus one row if there is a next page.
 */
export async function listProperties(
  ctx: Context,
  filters: PropertyFilters,
  sort: SortOrder,
  { limit, cursor }: PageRequest,
): Promise<ListedProperty[]> {
  const table = sort === byName ? 'k' : 'p'
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(sort, table, cursor.k)}`
  const p = agencyRow('p', sql`${filters.agencyUid}::uuid`)
  const { rows } = await sql<ListedProperty>`select ${propertyColumns(p)}, k.name_key
    ${fromAccessible(ctx, filters)} and p.deleted_at is null ${afterKey}
    order by ${orderBy(sort, table)} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(ctx.db)
  return rows
}

/** Sort order by name, ignoring case. The sort columns are in the relation `k`. */
export const byName: SortOrder = {
  name: 'name',
  direction: 'asc',
  columns: [
    { column: 'name_key', type: 'text' },
    { column: 'uid', type: 'uuid' },
  ],
}

export async function countProperties(ctx: Context, filters: PropertyFilters): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    ${fromAccessible(ctx, filters)} and p.deleted_at is null`.execute(ctx.db)
  return rows[0]!.count
}

/** Lists the uids of accessible properties that were deleted since an instant, newest first. */
export async function listDeletedProperties(
  ctx: Context,
  { agencyUid, hotelUid }: PropertyFilters,
  since: Date,
  limit: number,
): Promise<string[]> {
  const filters = { agencyUid, hotelUid }
  const { rows } = await sql<{ uid: string }>`select p.uid ${fromAccessible(ctx, filters)}
    and p.deleted_at >= ${since} order by p.deleted_at desc, p.uid desc limit ${limit}
  `.execute(ctx.db)
  return rows.map(({ uid }) => uid)
}

/** Finds an accessible property with derived fields and rooms, also if it is deleted. */
export async function findProperty(
  ctx: Context,
  uid: string,
): Promise<(Property & { rooms: Room[] }) | undefined> {
  const p = tenantRow(ctx.caller, 'p')
  const { rows } = await sql<
    Property & { rooms: Room[] }
  >`select ${propertyColumns(p)}, ${rooms(p)} from properties p
    where ${inCallerTenant(ctx.caller, 'p')} and p.uid = ${uid}
      and ${isPropertyAccessible(ctx.caller, 'p')}
  `.execute(ctx.db)
  return rows[0]
}

/** Returns the number of units of a unit type, all or only active ones; 1 for other properties. */
export function unitCount(property: Row, { active = false } = {}): Sql {
  return sql`case when ${property('hotel_uid')} is null then 1
    else (select count(*)::integer from units u where u.agency_uid = ${property('agency_uid')}
      and u.property_uid = ${property('uid')} and u.deleted_at is null
      ${active ? sql`and u.is_active` : sql``}) end`
}

/** Returns the columns of the row `p` and its derived columns. */
export function propertyColumns(p: Row): Sql {
  return sql`p.*, ${businessType(p)} as business_type,
    ${selectBedCount(p)} as beds_of_rooms, ${unitCount(p)} as number_of_units,
    ${unitCount(p, { active: true })} as number_of_active_units`
}

const rooms = (p: Row) => sql`(select coalesce(json_agg(to_jsonb(r) order by r.room_number), '[]')
  from (${selectRooms(p)}) r) as rooms`

function fromAccessible(
  { caller }: Context,
  { agencyUid, updatedSince, ...filters }: PropertyFilters,
): Sql {
  const agency = sql`${agencyUid}::uuid`
  const isUpdatedSince = updatedSince ? sql`and p.updated_at >= ${updatedSince}` : sql``
  return sql`from properties p
    cross join lateral (select left(lower(p.name), 100) as name_key, p.uid) k
    where p.agency_uid = ${agency} and ${inCallerTenant(caller, 'p')}
      and ${isPropertyAccessible(caller, 'p')}
    ${isUpdatedSince} ${wherePropertyFilters('p', filters, agency)}`
}

/**
 * Returns one caller per agency that has some of these properties. A statement of one agency
 * contains it as a value, so a cluster can route it to one worker (docs/decisions/0052).
 */
export async function listCallersWithin(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  propertyUids: readonly string[],
): Promise<Caller[]> {
  if (caller.agencyUids.length < 2) return [caller]
  const agencies = await db
    .selectFrom('properties as p')
    .select('p.agency_uid')
    .distinct()
    .where(sql<boolean>`${inCallerTenant(caller, 'p')}`)
    .where(sql<boolean>`p.uid = any(${propertyUids}::uuid[])`)
    .execute()
  return agencies.map(({ agency_uid }) => limitToAgency(caller, agency_uid))
}
