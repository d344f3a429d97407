import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { lockRow, updateRowOrThrow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { touchProperty } from '../../properties/properties/touch-property.ts'
import { checkCounted, type Fee, type FeeColumns } from './fee.ts'

/**
 * Replaces what may be changed of a fee, and touches its property if that makes a difference.
 *
 * @throws ApiError INVALID_PARAMETER, FEE_NOT_FOUND
 */
export async function changeFee(ctx: Context, fee: Fee, columns: FeeColumns): Promise<Fee> {
  checkCounted(columns)
  return transaction(ctx, async (ctx: Context) => {
    const present = await lockRow(ctx, 'fees', fee)
    if (!present) throw notFound('FEE_NOT_FOUND', fee.uid)
    if (isDeepStrictEqual({ ...present, ...columns }, present)) return present
    const updated = { ...columns, updated_at: ctx.clock.now() }
    const changed = await updateRowOrThrow(ctx, 'fees', fee, updated)
    await touchProperty(ctx, { agency_uid: fee.agency_uid, uid: fee.property_uid })
    return changed
  })
}
