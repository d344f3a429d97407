import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { deleteRows, insertRows } from '../../../platform/db/rows.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Row, Sql } from '../../../platform/graphql/fields.ts'
import { asUid } from '../../../platform/uid.ts'
import { agencyOf, ofCaller } from '../../access/agencies/tenant.sql.ts'
import { isReached } from '../../access/partners/reach.sql.ts'
import type { RoomsTable } from '../../tables.ts'
import type { BedCounts } from './room.ts'

/** What a room is kept as; its beds only where there are some. */
export type Room = Omit<Selectable<RoomsTable>, 'bed_counts'> & { bed_counts: BedCounts }

interface Of {
  agency_uid: string
  uid: string
}

/** The rooms of a property, as SQL. */
export function roomsOfProperty(property: Row): Sql {
  return sql`select r.* from rooms r
    where r.agency_uid = ${property('agency_uid')} and r.property_uid = ${property('uid')}`
}

/** The beds in the rooms of a property, as SQL; null when its rooms hold none. */
export function bedsOfRooms(property: Row): Sql {
  return sql`(select nullif(sum(bed.value::integer), 0)::integer
    from rooms r cross join lateral jsonb_each_text(r.bed_counts) bed
    where r.agency_uid = ${property('agency_uid')} and r.property_uid = ${property('uid')})`
}

/** Kind of bed → how many in all rooms of a property, as SQL; null without any. */
export function bedCountsOfRooms(property: Row): Sql {
  return sql`(select json_object_agg(bed.kind, bed.count) from (
    select b.key as kind, sum(b.value::integer)::integer as count
    from rooms r cross join lateral jsonb_each_text(r.bed_counts) b
    where r.agency_uid = ${property('agency_uid')} and r.property_uid = ${property('uid')}
    group by b.key) bed)`
}

/** The rooms of a property by their numbers. */
export async function listRooms({ db }: Context, property: Of): Promise<Room[]> {
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
 * The room that a uid in a path names, if the caller reaches its property.
 *
 * @throws ApiError ROOM_NOT_FOUND
 */
export async function reachedRoom(ctx: Context, text: string): Promise<Room> {
  const { rows } = await sql<Room>`select r.* from rooms r
    join properties p on p.agency_uid = ${agencyOf(ctx.caller, 'r')} and p.uid = r.property_uid
    where ${ofCaller(ctx.caller, 'r')} and r.uid = ${asUid(text)}::uuid
    and p.deleted_at is null and ${isReached(ctx.caller, 'p')}`.execute(ctx.db)
  if (!rows[0]) throw notFound('ROOM_NOT_FOUND', text)
  return rows[0]
}

export async function insertRooms({ db }: Pick<Context, 'db'>, rooms: Room[]): Promise<void> {
  const values = rooms.map(room => ({ ...room, bed_counts: JSON.stringify(room.bed_counts) }))
  await insertRows({ db }, 'rooms', values)
}

/** Writes all of several rooms of a property at once, so that they may swap their numbers. */
export async function updateRooms({ db }: Context, property: Of, rooms: Room[]): Promise<void> {
  if (rooms.length === 0) return
  await sql`update rooms r set room_number = n.room_number, room_type = n.room_type,
      has_private_bathroom = n.has_private_bathroom, name = n.name,
      airbnb_room_id = n.airbnb_room_id, bed_counts = n.bed_counts, updated_at = n.updated_at
    from jsonb_populate_recordset(null::rooms, ${JSON.stringify(rooms)}::jsonb) n
    where r.agency_uid = ${property.agency_uid} and r.property_uid = ${property.uid}
      and r.uid = n.uid`.execute(db)
}

export async function removeRooms({ db }: Context, property: Of, uids: string[]): Promise<void> {
  const where = { agency_uid: property.agency_uid, property_uid: property.uid, uid: uids }
  await deleteRows({ db }, 'rooms', where)
}
