import type { Context } from '../../../context.ts'
import { insertRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockProperty } from '../../properties/properties/properties.ts'
import { recordPropertyUpdate } from '../../properties/properties/record-property-update.ts'
import { checkFeeScope, type Fee, type FeeColumns } from './fee.ts'

/**
 * Adds a fee to a property.
 *
 * @throws ApiError INVALID_PARAMETER
 */
export async function addFee(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  columns: FeeColumns,
): Promise<Fee> {
  checkFeeScope(columns)
  return transaction(ctx, async (ctx: Context) => {
    // Serializes inserts: fees are listed and calculated in the order of creation.
    await lockProperty(ctx, property)
    const now = ctx.clock.now()
    const { agency_uid, uid: property_uid } = property
    const key = { agency_uid, uid: newUid(now.getTime()), property_uid }
    const fee = await insertRow(ctx, 'fees', {
      ...columns,
      ...key,
      created_at: now,
      updated_at: now,
    })
    await recordPropertyUpdate(ctx, property)
    return fee
  })
}
