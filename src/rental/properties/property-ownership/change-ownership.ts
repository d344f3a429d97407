import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { changesOf } from '../../events/events/changes.ts'
import { lockOwner, reachedOwner } from '../owners/owners.ts'
import { lockProperty } from '../properties/properties.ts'
import {
  findOwnership,
  initialSettings,
  type OwnershipSettings,
  storeOwnership,
} from './property-ownership.ts'
import { recordOwnership } from './record-ownership.ts'

export interface OwnershipChange {
  /** The uid of an owner as the request spells it; undefined: the present owner stays. */
  owner?: string | undefined
  /** The settings that change. Those of another owner begin with their initial values. */
  settings?: Partial<OwnershipSettings>
}

/**
 * Assigns an owner of the same agency to a property, or changes the settings of its ownership. An
 * ownership that stays as it is fires nothing and keeps its `since`.
 *
 * @throws ApiError OWNER_NOT_FOUND; PROPERTY_OWNERSHIP_NOT_FOUND for settings without an owner
 */
export async function changeOwnership(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  { owner: ownerText, settings = {} }: OwnershipChange,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const wanted = ownerText === undefined ? undefined : await reachedOwner(ctx, ownerText)
    await lockProperty(ctx, property)
    const present = await findOwnership(ctx, property)
    if (wanted) {
      const isForeign = wanted.agency_uid !== property.agency_uid
      const owner = isForeign ? undefined : await lockOwner(ctx, wanted)
      if (!owner) throw notFound('OWNER_NOT_FOUND', ownerText!)
    }
    const owner_uid = wanted?.uid ?? present?.owner_uid
    if (owner_uid === undefined) throw notFound('PROPERTY_OWNERSHIP_NOT_FOUND', property.uid)
    const kept = present?.owner_uid === owner_uid ? present : undefined
    const before = { owner_uid: present?.owner_uid ?? null, ...settingsOf(present) }
    const after = { owner_uid, ...settingsOf(kept), ...settings }
    const changes = changesOf(before, after)
    if (Object.keys(changes).length === 0) return
    recordOwnership(ctx, property, owner_uid, changes)
    const since = kept?.since ?? ctx.clock.now()
    await storeOwnership(ctx, property, { ...after, since })
  })
}

function settingsOf(ownership: OwnershipSettings = initialSettings): OwnershipSettings {
  const { copy_owner_when_booking_confirmed, collect_and_remit_taxes, owner_notes } = ownership
  return { copy_owner_when_booking_confirmed, collect_and_remit_taxes, owner_notes }
}
