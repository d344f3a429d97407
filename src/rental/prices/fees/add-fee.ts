import type { Context } from '../../../context.ts'
import { insertRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockProperty } from '../../properties/properties/properties.ts'
import { touchProperty } from '../../properties/properties/touch-property.ts'
import { checkCounted, type Fee, type FeeColumns } from './fee.ts'

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
  checkCounted(columns)
  return transaction(ctx, async (ctx: Context) => {
    // Whoever is second is also later: fees are listed, and reckoned, as they were created.
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
    await touchProperty(ctx, property)
    return fee
  })
}
