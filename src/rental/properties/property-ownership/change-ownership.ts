import type { Context } from '../../../context.ts'
import { diffFields } from '../../../pending-events/changes.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { lockOwner, requireOwner } from '../owners/owners.ts'
import { lockProperty } from '../properties/properties.ts'
import {
  findOwnership,
  initialSettings,
  type OwnershipSettings,
  storeOwnership,
} from './property-ownership.ts'
import { recordOwnership } from './record-ownership.ts'

export interface OwnershipChange {
  /** Uid of the owner, as in the request; undefined: the current owner. */
  owner?: string | undefined
  /** Settings to change. For a new owner, the others get their initial values. */
  settings?: Partial<OwnershipSettings>
}

/**
 * Assigns an owner of the same agency to a property, or changes the settings of its ownership. If
 * nothing changes, emits no event and keeps `since`.
 *
 * @throws ApiError OWNER_NOT_FOUND; PROPERTY_OWNERSHIP_NOT_FOUND for settings without an owner
 */
export async function changeOwnership(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  { owner: ownerText, settings = {} }: OwnershipChange,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const newOwner = ownerText === undefined ? undefined : await requireOwner(ctx, ownerText)
    await lockProperty(ctx, property)
    const current = await findOwnership(ctx, property)
    if (newOwner) {
      const isForeign = newOwner.agency_uid !== property.agency_uid
      const owner = isForeign ? undefined : await lockOwner(ctx, newOwner)
      if (!owner) throw notFound('OWNER_NOT_FOUND', ownerText!)
    }
    const owner_uid = newOwner?.uid ?? current?.owner_uid
    if (owner_uid === undefined) throw notFound('PROPERTY_OWNERSHIP_NOT_FOUND', property.uid)
    const unchanged = current?.owner_uid === owner_uid ? current : undefined
    const before = { owner_uid: current?.owner_uid ?? null, ...pickSettings(current) }
    const after = { owner_uid, ...pickSettings(unchanged), ...settings }
    const changes = diffFields(before, after)
    if (Object.keys(changes).length === 0) return
    recordOwnership(ctx, property, owner_uid, changes)
    const since = unchanged?.since ?? ctx.clock.now()
    await storeOwnership(ctx, property, { ...after, since })
  })
}

function pickSettings(ownership: OwnershipSettings = initialSettings): OwnershipSettings {
  const { copy_owner_when_booking_confirmed, collect_and_remit_taxes, owner_notes } = ownership
  return { copy_owner_when_booking_confirmed, collect_and_remit_taxes, owner_notes }
}
