import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { recordHotelUpdate } from '../hotels/record-hotel-update.ts'
import { listSubUids, lockParent, lockProperties } from '../sub-properties/sub-properties.ts'
import { lockUnits, markUnitsDeleted } from '../units/units.ts'
import type { PropertyRow } from './properties.ts'
import { writeProperty } from './write-property.ts'

/**
 * Soft-deletes a property with its blocks and units, and cancels its jobs. Its inquiries lose their
 * property; past stays and orders do not change (contract/properties.md §3.2). Also updates the
 * hotel of a unit type.
 *
 * @throws ApiError STATE_CONFLICT if it has upcoming stays or sub-properties, PROPERTY_NOT_FOUND
 */
export async function deleteProperty(
  ctx: Context,
  property: Pick<PropertyRow, 'agency_uid' | 'uid'>,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const { agency_uid, uid } = property
    const [locked] = await lockProperties(ctx, agency_uid, [uid])
    if (!locked) throw notFound('PROPERTY_NOT_FOUND', uid)
    if ((await listSubUids(ctx, locked)).length > 0) {
      throw new ApiError(
        'STATE_CONFLICT',
        'The property still has sub-properties; remove them first',
        { members: { state: 'HAS_SUB_PROPERTIES', allowedActions: [] } },
      )
    }
    await lockUnits(ctx, agency_uid, [uid])
    await ctx.subscribers.propertyDeleting(ctx, locked)
    const remove = async () => {
      await markUnitsDeleted(ctx, locked)
      await writeProperty(ctx, locked, { deleted_at: ctx.clock.now() })
    }
    const master = await lockParent(ctx, locked)
    if (master) await ctx.subscribers.subsChanging(ctx, master, remove)
    else await remove()
    if (locked.hotel_uid) await recordHotelUpdate(ctx, { agency_uid, uid: locked.hotel_uid })
  })
}
