/**
 * What leads are placed in. An act that needs nights locks the rooms of all properties it touches
 * at once, before it locks leads, so that acts never wait for each other in a circle.
 */
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { PropertiesTable } from '../../tables.ts'
import type { Unit } from './units.ts'
import { lockUnits } from './units.ts'

/** A property with the units that a lead on it takes, or, of a unit type, chooses from. */
export interface Room extends RoomRow {
  /** It has subs, whose units a lead on it takes. */
  isMaster: boolean
  units: Unit[]
}

type RoomRow = Pick<
  Selectable<PropertiesTable>,
  | 'agency_uid'
  | 'uid'
  | 'hotel_uid'
  | 'parent_uid'
  | 'time_zone'
  | 'turn_over_days'
  | 'master_bookable'
  | 'check_in_time_start'
  | 'check_out_time'
>

/**
 * Locks the rooms of properties, those deleted left out: first the properties, against changes of
 * their families, which lets ordinary changes of them pass; then the units, in the order of their
 * uids (contract/pricing.md §3.2). Both statements are asked for when this answers.
 */
export async function lockRooms(
  ctx: Pick<Context, 'db' | 'clock' | 'pending'>,
  agencyUid: string,
  propertyUids: string[],
): Promise<Map<string, Room>> {
  const locked = sql<RoomRow>`select p.agency_uid, p.uid, p.hotel_uid, p.parent_uid,
      p.time_zone, p.turn_over_days, p.master_bookable, p.check_in_time_start, p.check_out_time
    from properties p where p.agency_uid = ${agencyUid} and p.uid = any(${propertyUids}::uuid[])
      and p.deleted_at is null order by p.uid for key share`.execute(ctx.db)
  // A statement of its own, begun after the locks were given: it sees the families as they are.
  const [{ rows }, units] = await Promise.all([locked, lockUnits(ctx, agencyUid, propertyUids)])
  const rooms = rows.map(row => roomOf(row, units))
  for (const room of rooms) ctx.pending.knowFamily(room.uid, familyOf(room))
  return new Map(rooms.map(room => [room.uid, room]))
}

function roomOf(row: RoomRow, units: Unit[]): Room {
  const ofSubs = units.filter(unit => unit.parent_uid === row.uid)
  const isMaster = ofSubs.length > 0
  return {
    ...row,
    isMaster,
    units: isMaster ? ofSubs : units.filter(unit => unit.property_uid === row.uid),
  }
}

/** Its master, which is not deleted while it has subs, or its subs. */
function familyOf({ uid, parent_uid, isMaster, units }: Room): string[] {
  const subs = isMaster ? units.map(unit => unit.property_uid) : []
  const linked = parent_uid === null ? subs : [parent_uid, ...subs]
  return [...new Set(linked)].filter(linkedUid => linkedUid !== uid).sort()
}
