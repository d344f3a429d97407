/**
 * The nights of a group booking at a master. Its main lead holds those of all subs, so that a
 * sub-lead on one of them leans on the main lead and holds none of its own, as long as the main
 * lead blocks and its stay covers the sub-lead's (contract/leads.md §9.1). Whatever changes the
 * main lead sees to it that a sub-lead which blocks always leans or holds.
 */
import type { Context } from '../../../context.ts'
import type { Version } from '../../../platform/rest/version.ts'
import {
  deleteOccupancies,
  insertOccupancies,
  type Occupancy,
} from '../../prices/occupancies/occupancies.ts'
import { notAvailable } from '../../prices/stays/require-stay.ts'
import type { Room } from '../../properties/units/lock-rooms.ts'
import { type CoveredLead, lockCoveredLeads, lockMainLeads } from '../leads/covered-leads.sql.ts'
import { blocks, datesOf, type LeadRow } from '../leads/lead.ts'
import { listGroup } from '../leads/leads.ts'

/** What speaks against a place of a member of a group booking, or null (contract/leads.md §9.1). */
export function misplacementOf(
  { group_role, hotel_uid }: Pick<LeadRow, 'group_role' | 'hotel_uid'>,
  room: Room,
): string | null {
  if (group_role === null) return null
  if (hotel_uid !== null && room.hotel_uid !== hotel_uid) {
    return `does not belong to hotel ${hotel_uid}`
  }
  const isMisplaced = group_role === 'SUB' && room.isMaster
  return isMisplaced ? 'must not be a master property; only the main lead can be at one' : null
}

/**
 * Whether a lead stands for a whole group booking at a hotel: its sub-leads have the rooms, so that
 * it holds no nights and costs nothing itself (contract/leads.md §9.1).
 */
function isMainOfHotel({ group_role, hotel_uid }: LeadRow): boolean {
  return group_role === 'MAIN' && hotel_uid !== null
}

/** Whether a lead is paid for: a block is not, nor is a lead without a room. */
export function hasOrder(lead: LeadRow): boolean {
  return lead.type !== 'BLOCK' && !isMainOfHotel(lead)
}

/**
 * Two kinds of members of a group booking block without holding nights: the main lead at a hotel,
 * whose sub-leads hold them, and a sub-lead that leans on the main lead's master.
 */
export async function holdsNone(ctx: Context, lead: LeadRow, room: Room): Promise<boolean> {
  if (lead.group_role === null) return false
  if (lead.hotel_uid !== null) return isMainOfHotel(lead)
  if (lead.group_role === 'MAIN' || room.parent_uid === null) return false
  const members = await listGroup(ctx, lead.agency_uid, lead.group_uid!)
  const main = members.find(({ group_role }) => group_role === 'MAIN')
  return main?.property_uid === room.parent_uid && blocks(main.status) && covers(main, lead)
}

/** Frees the nights of sub-leads that will lean on the main lead, which is about to take them. */
export async function yieldNights(ctx: Context, act: string, main: LeadRow): Promise<void> {
  if (!leadsFamily(main)) return
  const subs = await lockCoveredLeads(ctx, main)
  const leadUids = subs.map(({ lead }) => lead.uid)
  await deleteOccupancies(ctx, act, { agencyUid: main.agency_uid, leadUids })
}

/** The sub-leads that block, leaned on a main lead, and after its change no longer do; locked. */
export async function listLeftLeads(
  ctx: Context,
  { before, after }: { before: LeadRow; after: LeadRow },
): Promise<CoveredLead[]> {
  if (!leadsFamily(before) || !blocks(before.status)) return []
  const keepsPlace = blocks(after.status) && before.property_uid === after.property_uid
  const covered = await lockCoveredLeads(ctx, before)
  return covered.filter(({ lead }) => blocks(lead.status) && !(keepsPlace && covers(after, lead)))
}

/** The sub-leads that block and lean on main leads at a master; locked. */
export async function listLeaningLeads(
  ctx: Context,
  master: { agency_uid: string; uid: string },
): Promise<CoveredLead[]> {
  const leaning: CoveredLead[] = []
  for (const main of await lockMainLeads(ctx, master)) {
    if (blocks(main.status)) leaning.push(...(await lockCoveredLeads(ctx, main)))
  }
  return leaning.filter(({ lead }) => blocks(lead.status))
}

/**
 * Gives a sub-lead that leans no longer nights of its own. It needs no turnover that the main lead
 * did not keep: of that it gets what is free.
 *
 * @throws ApiError NOT_AVAILABLE
 */
export async function takeOwn(
  ctx: Context,
  act: string,
  { lead, held_unit_uid, is_free, free_nights, turn_over_days }: CoveredLead,
  version: Version,
): Promise<void> {
  const stay = datesOf(lead)
  if (!is_free) {
    const property = { agency_uid: lead.agency_uid, uid: lead.property_uid!, hotel_uid: null }
    const tests = { guests: null, isBlock: lead.type === 'BLOCK', stayRules: false }
    throw await notAvailable(ctx, { property, stay, tests, exceptLead: lead.uid, version })
  }
  const wished = lead.type === 'BLOCK' ? 0 : (turn_over_days ?? 0)
  const turnoverNights = Math.min(wished, free_nights ?? wished)
  await insertOccupancies(ctx, act, [occupancyOf(lead, held_unit_uid, turnoverNights)])
}

/** What a lead takes of a unit: its nights, and so many after them for turnover. */
export function occupancyOf(lead: LeadRow, unitUid: string, turnoverNights: number): Occupancy {
  const { checkIn, checkOut } = datesOf(lead)
  return {
    agency_uid: lead.agency_uid,
    unit_uid: unitUid,
    lead_uid: lead.uid,
    occupied: `[${checkIn},${checkOut})`,
    turnover_after: turnoverNights,
  }
}

/** Whether a lead is the main one of a group booking that may be at a master. */
function leadsFamily({ group_role, hotel_uid }: LeadRow): boolean {
  return group_role === 'MAIN' && hotel_uid === null
}

function covers(main: LeadRow, sub: LeadRow): boolean {
  const [outer, inner] = [datesOf(main), datesOf(sub)]
  return outer.checkIn <= inner.checkIn && inner.checkOut <= outer.checkOut
}
