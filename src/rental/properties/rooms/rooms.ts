import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { deleteRows, insertRows } from '../../../platform/db/rows.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { agencyOf, inCallerTenant } from '../../access/agencies/tenant.sql.ts'
import { isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import type { RoomsTable } from '../../tables.ts'
import type { BedCounts } from './room.ts'

/** Row of a room. `bed_counts` contains only kinds with at least one bed. */
export type Room = Omit<Selectable<RoomsTable>, 'bed_counts'> & { bed_counts: BedCounts }

interface PropertyKey {
  agency_uid: string
  uid: string
}

export function selectRooms(property: Row): Sql {
  return sql`select r.* from rooms r
    where r.agency_uid = ${property('agency_uid')} and r.property_uid = ${property('uid')}`
}

/** Returns the number of beds in the rooms of a property, as SQL; null if there are none. */
export function selectBedCount(property: Row): Sql {
  return sql`(select nullif(sum(bed.value::integer), 0)::integer
    from rooms r cross join lateral jsonb_each_text(r.bed_counts) bed
    where r.agency_uid = ${property('agency_uid')} and r.property_uid = ${property('uid')})`
}

/**
 * Returns the number of beds in all rooms of a property by kind, as JSON; null if there are none.
 */
export function selectBedCounts(property: Row): Sql {
  return sql`(select json_object_agg(bed.kind, bed.count) from (
    select b.key as kind, sum(b.value::integer)::integer as count
    from rooms r cross join lateral jsonb_each_text(r.bed_counts) b
    where r.agency_uid = ${property('agency_uid')} and r.property_uid = ${property('uid')}
    group by b.key) bed)`
}

export async function listRooms({ db }: Context, property: PropertyKey): Promise<Room[]> {
  return db
    .selectFrom('rooms')
    .selectAll()
    .$narrowType<{ bed_counts: BedCounts }>()
    .where('agency_uid', '=', property.agency_uid)
    .where('property_uid', '=', property.uid)
    .orderBy('room_number')
    .execute()
}

/**
 * Returns the room with the uid in a path, if the caller may access its property.
 *
 * @throws ApiError ROOM_NOT_FOUND
 */
export async function requireRoom(ctx: Context, uidText: string): Promise<Room> {
  const { rows } = await sql<Room>`select r.* from rooms r
    join properties p on p.agency_uid = ${agencyOf(ctx.caller, 'r')} and p.uid = r.property_uid
    where ${inCallerTenant(ctx.caller, 'r')} and r.uid = ${asUid(uidText)}::uuid
    and p.deleted_at is null and ${isPropertyAccessible(ctx.caller, 'p')}`.execute(ctx.db)
  if (!rows[0]) throw notFound('ROOM_NOT_FOUND', uidText)
  return rows[0]
}

export async function insertRooms({ db }: Pick<Context, 'db'>, rooms: Room[]): Promise<void> {
  const values = rooms.map(room => ({ ...room, bed_counts: JSON.stringify(room.bed_counts) }))
  await insertRows({ db }, 'rooms', values)
}

/** Updates several rooms of a property in one statement, so they can swap numbers. */
export async function updateRooms(
  { db }: Context,
  property: PropertyKey,
  rooms: Room[],
): Promise<void> {
  if (rooms.length === 0) return
  await sql`update rooms r set room_number = n.room_number, room_type = n.room_type,
      has_private_bathroom = n.has_private_bathroom, name = n.name,
      airbnb_room_id = n.airbnb_room_id, bed_counts = n.bed_counts, updated_at = n.updated_at
    from jsonb_populate_recordset(null::rooms, ${JSON.stringify(rooms)}::jsonb) n
    where r.agency_uid = ${property.agency_uid} and r.property_uid = ${property.uid}
      and r.uid = n.uid`.execute(db)
}

export async function removeRooms(
  { db }: Context,
  property: PropertyKey,
  uids: string[],
): Promise<void> {
  const where = { agency_uid: property.agency_uid, property_uid: property.uid, uid: uids }
  await deleteRows({ db }, 'rooms', where)
}
