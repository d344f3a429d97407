import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { accessDenied, invalidParameter } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import { readUnitParam } from '../../properties/units/read-unit-param.ts'
import { memberPropertyError } from '../held-nights/group-nights.ts'
import { lockLeadInventory } from '../lead-actions/lock-lead-inventory.ts'
import { createLeadRow, findTimerHours, type NewLead } from '../lead-writes/new-lead.ts'
import { storeLead } from '../lead-writes/store-lead.ts'
import type { Lead, LeadRow } from '../leads/lead.ts'
import { type GroupBooking, memberPath } from './group-booking.ts'

/** Accessible properties and hotel of a new group booking. */
export interface GroupTargets {
  agencyUid: string
  /** Null for a group booking without a hotel. */
  hotelUid: string | null
  /** Properties of the members, the main lead first. */
  propertyUids: string[]
}

/**
 * Creates the leads of a group booking, all or nothing: locks the inventory of every member and
 * checks property and unit of every member before the first insert. Sub-leads that request a unit
 * are stored first; the others get the units that are left (contract/leads.md §9.1).
 *
 * @throws ApiError ACCESS_DENIED, INVALID_PARAMETER, INVALID_DATE_RANGE, MASTER_NOT_BOOKABLE,
 *   NOT_AVAILABLE, FEE_NOT_FOUND
 */
export async function createGroupBooking(
  ctx: Context,
  { agencyUid, hotelUid, propertyUids }: GroupTargets,
  members: NewLead[],
): Promise<GroupBooking> {
  return transaction(ctx, async (ctx: Context) => {
    const properties = await lockLeadInventory(ctx, agencyUid, propertyUids)
    const groupUid = newUid(ctx.clock.now().getTime())
    const prepared: { member: NewLead; property: LockedInventory }[] = []
    for (const [i, member] of members.entries()) {
      const group_role = i === 0 ? 'MAIN' : 'SUB'
      const membership = { group_uid: groupUid, group_role, hotel_uid: hotelUid }
      const property = requireMemberProperty(properties, member, i, membership)
      const unitUid = await readUnitParam(ctx, property, member.unitUid, memberPath(i, 'unitUid'))
      const creation_circumstances = 'GROUP_BOOKING'
      const columns = { ...member.columns, ...membership, creation_circumstances }
      prepared.push({ member: { ...member, unitUid, columns }, property })
    }
    // All members have the status of the main lead, and so its timer.
    const timerHours = await findTimerHours(ctx, agencyUid, members[0]!)
    // All rows are built before any is stored, so that their uids are in the order of the request.
    const newLeads = prepared.map(({ member, property }) => ({
      row: createLeadRow(ctx, member, property, timerHours),
      member,
      property,
    }))
    const [newMain, ...newSubs] = newLeads
    const withUnit = newSubs.filter(({ row }) => row.unit_uid !== null)
    const withoutUnit = newSubs.filter(({ row }) => row.unit_uid === null)
    const stored = new Map<string, Lead>()
    for (const { row, member, property } of [newMain!, ...withUnit, ...withoutUnit]) {
      const lead = await storeLead(ctx, row, { ...member, property })
      // The creator may see all guest data, because it sent them.
      stored.set(row.uid, { ...lead, personal: true })
    }
    const [mainLead, ...subLeads] = newLeads.map(({ row }) => stored.get(row.uid)!)
    return { main: mainLead!, subs: subLeads }
  })
}

/**
 * Returns the inventory of a member's property.
 *
 * @throws ApiError ACCESS_DENIED if the property was deleted concurrently, INVALID_PARAMETER
 */
function requireMemberProperty(
  properties: Map<string, LockedInventory>,
  { propertyUid }: NewLead,
  i: number,
  membership: Pick<LeadRow, 'group_role' | 'hotel_uid'>,
): LockedInventory {
  const parameter = memberPath(i, 'propertyUid')
  const property = properties.get(propertyUid)
  if (!property) throw accessDenied(parameter, propertyUid)
  const reason = memberPropertyError(membership, property)
  if (reason) throw invalidParameter(parameter, reason)
  return property
}
