import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied, invalidParameter } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import { askedUnit } from '../../properties/units/read-asked-unit.ts'
import { misplacementOf } from '../held-nights/group-nights.ts'
import { prepareRooms } from '../lead-actions/prepare-rooms.ts'
import { hoursOf, type NewLead, rowOf } from '../lead-writes/new-lead.ts'
import { storeLead } from '../lead-writes/store-lead.ts'
import type { Lead, LeadRow } from '../leads/lead.ts'
import { type GroupBooking, memberPath } from './group-booking.ts'

/** Where a group booking is to be, all within reach. */
export interface ReachedGroupPlaces {
  agencyUid: string
  /** Null: the group booking is no multi-unit one. */
  hotelUid: string | null
  /** Of its members, the main lead first. */
  propertyUids: string[]
}

/**
 * Creates the leads of a group booking, the main one first, all or nothing: every room is locked
 * and every member checked before one is stored. Sub-leads that name a unit come before those that
 * are given one, so that these leave it to them (contract/leads.md §9.1).
 *
 * @throws ApiError ACCESS_DENIED, INVALID_PARAMETER, MASTER_NOT_BOOKABLE, NOT_AVAILABLE,
 *   FEE_NOT_FOUND
 */
export async function createGroupBooking(
  ctx: Context,
  { agencyUid, hotelUid, propertyUids }: ReachedGroupPlaces,
  members: NewLead[],
): Promise<GroupBooking> {
  return transaction(ctx, async (ctx: Context) => {
    const rooms = await prepareRooms(ctx, agencyUid, propertyUids)
    const group = { group_uid: newUid(ctx.clock.now().getTime()), hotel_uid: hotelUid }
    const placed: { wanted: NewLead; room: Room }[] = []
    for (const [i, member] of members.entries()) {
      const group_role = i === 0 ? 'MAIN' : 'SUB'
      const room = placeOf(rooms, member, i, { group_role, hotel_uid: hotelUid })
      const unitUid = await askedUnit(ctx, room, member.unitUid, memberPath(i, 'unitUid'))
      const creation_circumstances = 'GROUP_BOOKING'
      const columns = { ...member.columns, ...group, group_role, creation_circumstances }
      placed.push({ wanted: { ...member, unitUid, columns }, room })
    }
    const hours = await hoursOf(ctx, agencyUid, members[0]!)
    // In one go: the order of their uids is that of the request.
    const rows = placed.map(({ wanted, room }) => ({
      row: rowOf(ctx, wanted, room, hours),
      terms: { ...wanted, room },
    }))
    const [main, ...subs] = rows
    const named = subs.filter(({ row }) => row.unit_uid !== null)
    const others = subs.filter(({ row }) => row.unit_uid === null)
    const stored = new Map<string, Lead>()
    for (const { row, terms } of [main!, ...named, ...others]) {
      stored.set(row.uid, { ...(await storeLead(ctx, row, terms)), personal: true })
    }
    const [first, ...rest] = rows.map(({ row }) => stored.get(row.uid)!)
    return { main: first!, subs: rest }
  })
}

/** @throws ApiError ACCESS_DENIED when the property was deleted meanwhile; INVALID_PARAMETER */
function placeOf(
  rooms: Map<string, Room>,
  { propertyUid }: NewLead,
  i: number,
  member: Pick<LeadRow, 'group_role' | 'hotel_uid'>,
): Room {
  const parameter = memberPath(i, 'propertyUid')
  const room = rooms.get(propertyUid)
  if (!room) throw accessDenied(parameter, propertyUid)
  const misplacement = misplacementOf(member, room)
  if (misplacement) throw invalidParameter(parameter, misplacement)
  return room
}
