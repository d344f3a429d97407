/**
 * Nights of a group booking at a master property. Its main lead occupies all sub-properties, so a
 * sub-lead at one of them depends on the main lead and occupies no nights of its own, as long as
 * the main lead blocks and its stay contains the sub-lead's (contract/leads.md §9.1). An action
 * that changes the main lead ensures that a blocking sub-lead either depends on it or has
 * occupancies.
 */
import type { Context } from '../../../context.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { blocks } from '../../prices/occupancies/lead-status.ts'
import {
  deleteOccupancies,
  insertOccupancies,
  type Occupancy,
} from '../../prices/occupancies/occupancies.ts'
import { notAvailable } from '../../prices/stays/require-stay.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import { type CoveredLead, lockCoveredLeads, lockMainLeads } from '../leads/covered-leads.sql.ts'
import { datesOf, type LeadRow } from '../leads/lead.ts'
import { listGroup } from '../leads/leads.ts'

/**
 * Returns the reason why a member of a group booking may not be at a property; null if it may
 * (contract/leads.md §9.1).
 */
export function memberPropertyError(
  { group_role, hotel_uid }: Pick<LeadRow, 'group_role' | 'hotel_uid'>,
  property: LockedInventory,
): string | null {
  if (group_role === null) return null
  if (hotel_uid !== null && property.hotel_uid !== hotel_uid) {
    return `does not belong to hotel ${hotel_uid}`
  }
  const isSubAtMaster = group_role === 'SUB' && property.isMaster
  return isSubAtMaster ? 'must not be a master property; only the main lead can be at one' : null
}

/**
 * Returns whether a lead represents a group booking at a hotel: its sub-leads have the units, so it
 * occupies no nights and costs nothing itself (contract/leads.md §9.1).
 */
function isMainOfHotel({ group_role, hotel_uid }: LeadRow): boolean {
  return group_role === 'MAIN' && hotel_uid !== null
}

/** Returns whether a lead has an order: blocks and leads without a unit have none. */
export function hasOrder(lead: LeadRow): boolean {
  return lead.type !== 'BLOCK' && !isMainOfHotel(lead)
}

/**
 * Returns whether a blocking member of a group booking occupies no nights: the main lead at a
 * hotel, whose sub-leads occupy them, and a sub-lead that depends on the main lead's master
 * property.
 */
export async function occupiesNoNights(
  ctx: Context,
  lead: LeadRow,
  property: LockedInventory,
): Promise<boolean> {
  if (lead.group_role === null) return false
  if (lead.hotel_uid !== null) return isMainOfHotel(lead)
  if (lead.group_role === 'MAIN' || property.parent_uid === null) return false
  const members = await listGroup(ctx, lead.agency_uid, lead.group_uid!)
  const main = members.find(({ group_role }) => group_role === 'MAIN')
  return main?.property_uid === property.parent_uid && blocks(main.status) && covers(main, lead)
}

/**
 * Releases the nights of sub-leads that will depend on the main lead, which is about to occupy
 * them.
 */
export async function releaseCoveredNights(
  ctx: Context,
  action: string,
  main: LeadRow,
): Promise<void> {
  if (!canBeAtMaster(main)) return
  const subs = await lockCoveredLeads(ctx, main)
  const leadUids = subs.map(({ lead }) => lead.uid)
  await deleteOccupancies(ctx, action, { agencyUid: main.agency_uid, leadUids })
}

/**
 * Locks and returns the blocking sub-leads that no longer depend on a main lead after its change.
 */
export async function listDetachedLeads(
  ctx: Context,
  { before, after }: { before: LeadRow; after: LeadRow },
): Promise<CoveredLead[]> {
  if (!canBeAtMaster(before) || !blocks(before.status)) return []
  const isUnmoved = blocks(after.status) && before.property_uid === after.property_uid
  const covered = await lockCoveredLeads(ctx, before)
  return covered.filter(({ lead }) => blocks(lead.status) && !(isUnmoved && covers(after, lead)))
}

/** Locks and returns the blocking sub-leads that depend on main leads at a master property. */
export async function listDependentLeads(
  ctx: Context,
  master: { agency_uid: string; uid: string },
): Promise<CoveredLead[]> {
  const dependents: CoveredLead[] = []
  for (const main of await lockMainLeads(ctx, master)) {
    if (blocks(main.status)) dependents.push(...(await lockCoveredLeads(ctx, main)))
  }
  return dependents.filter(({ lead }) => blocks(lead.status))
}

/**
 * Inserts occupancies of a sub-lead that no longer depends on its main lead. Turnover nights after
 * the stay are limited to those that are free.
 *
 * @throws ApiError NOT_AVAILABLE
 */
export async function occupyOwnNights(
  ctx: Context,
  action: string,
  { lead, held_unit_uid, is_free, free_nights, turn_over_days }: CoveredLead,
  version: Version,
): Promise<void> {
  const stay = datesOf(lead)
  if (!is_free) {
    // Only leads at legacy masters, which have no hotel, depend on a main lead.
    const property = { agency_uid: lead.agency_uid, uid: lead.property_uid!, hotel_uid: null }
    const availabilityOnly = { guests: null, isBlock: lead.type === 'BLOCK', stayRules: false }
    const search = { tests: availabilityOnly, exceptLead: lead.uid, version }
    throw await notAvailable(ctx, { property, stay, ...search })
  }
  // Null without a later occupancy: then all turnover nights are free.
  const turnoverNightsMax = lead.type === 'BLOCK' ? 0 : (turn_over_days ?? 0)
  const turnoverNights = Math.min(turnoverNightsMax, free_nights ?? turnoverNightsMax)
  await insertOccupancies(ctx, action, [toOccupancy(lead, held_unit_uid, turnoverNights)])
}

/** Returns the occupancy of a lead in a unit: its nights, followed by turnover nights. */
export function toOccupancy(lead: LeadRow, unitUid: string, turnoverNights: number): Occupancy {
  const { checkIn, checkOut } = datesOf(lead)
  return {
    agency_uid: lead.agency_uid,
    unit_uid: unitUid,
    lead_uid: lead.uid,
    occupied: `[${checkIn},${checkOut})`,
    turnover_after: turnoverNights,
  }
}

/** Returns whether a lead is the main lead of a group booking that may be at a master property. */
function canBeAtMaster({ group_role, hotel_uid }: LeadRow): boolean {
  return group_role === 'MAIN' && hotel_uid === null
}

function covers(main: LeadRow, sub: LeadRow): boolean {
  const [mainStay, subStay] = [datesOf(main), datesOf(sub)]
  return mainStay.checkIn <= subStay.checkIn && subStay.checkOut <= mainStay.checkOut
}
