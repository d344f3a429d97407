import type { Context } from '../../../context.ts'
import { type LockedInventory, lockInventory } from '../../properties/units/lock-inventory.ts'
import { expireLeads } from './expire-leads.ts'

/**
 * Locks properties with their units for an action that may occupy nights, and closes expired leads
 * there. Ignores nulls and deleted properties.
 */
export async function lockLeadInventory(
  ctx: Context,
  agencyUid: string,
  propertyUids: (string | null)[],
): Promise<Map<string, LockedInventory>> {
  const uids = [...new Set(propertyUids)].filter(uid => uid !== null)
  if (uids.length === 0) return new Map()
  const properties = await lockInventory(ctx, agencyUid, uids)
  const expired = [...properties.values()].flatMap(({ units }) =>
    units.filter(unit => unit.has_lapsed),
  )
  if (expired.length > 0) {
    await expireLeads(
      ctx,
      agencyUid,
      expired.map(({ uid }) => uid),
    )
  }
  return properties
}
