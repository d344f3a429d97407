/** Locked inventory of a calendar's property and of the properties that share its units. */
import type { Context } from '../../../context.ts'
import { lockLeadInventory } from '../../leads/lead-actions/lock-lead-inventory.ts'
import type { LockedInventory } from '../../properties/units/lock-inventory.ts'
import type { Ical } from '../icals/ical.ts'
import type { ClaimedProperty } from './ical-stay.ts'

/** Calendar, its locked inventories and the date during a group of changes. */
export interface LockedCalendar {
  ical: Ical
  /** Inventory of the property of the calendar. */
  inventory: LockedInventory
  /** Inventories of the property, its master and the subs of that master, by property uid. */
  inventories: Map<string, LockedInventory>
  /** Civil date at the property, as a day number. */
  today: number
}

/**
 * Locks the inventory of a property, its master and the subs of that master.
 *
 * @returns an empty map if the property is deleted
 */
export async function lockClaimedInventory(
  ctx: Context,
  { agency_uid, property_uid }: { agency_uid: string; property_uid: string },
): Promise<Map<string, LockedInventory>> {
  const family = await listFamilyUids(ctx, agency_uid, property_uid)
  const inventories = await lockLeadInventory(ctx, agency_uid, family)
  return inventories.has(property_uid) ? inventories : new Map()
}

/** Returns the uids of a property, its master and all subs of that master. */
async function listFamilyUids(
  { db }: Pick<Context, 'db'>,
  agencyUid: string,
  propertyUid: string,
): Promise<string[]> {
  const property = await db
    .selectFrom('properties')
    .select('parent_uid')
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', propertyUid)
    .executeTakeFirst()
  const masterUid = property?.parent_uid ?? propertyUid
  const subs = await db
    .selectFrom('properties')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .where('parent_uid', '=', masterUid)
    .where('parent_uid', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  return [masterUid, ...subs.map(({ uid }) => uid)]
}

export function toClaimedProperty(inventory: LockedInventory): ClaimedProperty {
  return {
    propertyUid: inventory.uid,
    isUnitType: inventory.hotel_uid !== null,
    isMaster: inventory.isMaster,
    units: inventory.units.map(({ uid, property_uid, is_active }) => {
      return { uid, propertyUid: property_uid, isActive: is_active }
    }),
  }
}

/** Returns the uids of the units, without duplicates. */
export function listUnitUids(inventories: Iterable<LockedInventory>): string[] {
  return [...new Set([...inventories].flatMap(({ units }) => units.map(({ uid }) => uid)))]
}
