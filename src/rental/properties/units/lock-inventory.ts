/**
 * Locks of properties with their units. A command that takes nights locks all its properties in one
 * call, before it locks leads, to avoid deadlocks.
 */
import { type Selectable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { PropertiesTable } from '../../tables.ts'
import type { LockedUnit } from './units.ts'
import { lockUnits } from './units.ts'

/** Locked property with its units: those that a lead takes or, in a unit type, can choose from. */
export interface LockedInventory extends InventoryRow {
  /** True if it has sub-properties, whose units a lead takes. */
  isMaster: boolean
  units: LockedUnit[]
}

type InventoryRow = Pick<
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
 * Locks properties and their units, without deleted ones. First locks the properties against
 * changes of their families; other updates of them are not blocked. Then locks the units in the
 * order of their uids (contract/pricing.md §3.2). Sends both statements in a pipeline.
 */
export async function lockInventory(
  ctx: Pick<Context, 'db' | 'clock' | 'pending'>,
  agencyUid: string,
  propertyUids: string[],
): Promise<Map<string, LockedInventory>> {
  const lockedProperties = sql<InventoryRow>`select p.agency_uid, p.uid, p.hotel_uid, p.parent_uid,
      p.time_zone, p.turn_over_days, p.master_bookable, p.check_in_time_start, p.check_out_time
    from properties p where p.agency_uid = ${agencyUid} and p.uid = any(${propertyUids}::uuid[])
      and p.deleted_at is null order by p.uid for key share`.execute(ctx.db)
  // A separate statement that runs after the locks were acquired: it reads the current families.
  const [{ rows }, units] = await Promise.all([
    lockedProperties,
    lockUnits(ctx, agencyUid, propertyUids),
  ])
  const inventories = rows.map(row => toInventory(row, units))
  for (const inventory of inventories)
    ctx.pending.setFamily(inventory.uid, listFamilyUids(inventory))
  return new Map(inventories.map(inventory => [inventory.uid, inventory]))
}

function toInventory(row: InventoryRow, units: LockedUnit[]): LockedInventory {
  const subUnits = units.filter(unit => unit.parent_uid === row.uid)
  const isMaster = subUnits.length > 0
  return {
    ...row,
    isMaster,
    units: isMaster ? subUnits : units.filter(unit => unit.property_uid === row.uid),
  }
}

/**
 * Returns the uids of the master, which is not deleted while it has sub-properties, or of the
 * sub-properties.
 */
function listFamilyUids({ uid, parent_uid, isMaster, units }: LockedInventory): string[] {
  const subs = isMaster ? units.map(unit => unit.property_uid) : []
  const linked = parent_uid === null ? subs : [parent_uid, ...subs]
  return [...new Set(linked)].filter(linkedUid => linkedUid !== uid).sort()
}
