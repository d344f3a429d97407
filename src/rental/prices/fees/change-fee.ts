import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../../context.ts'
import { lockRow, updateRowOrThrow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { recordPropertyUpdate } from '../../properties/properties/record-property-update.ts'
import { checkFeeScope, type Fee, type FeeColumns } from './fee.ts'

/**
 * Replaces the changeable columns of a fee, and marks its property as updated if they differ.
 *
 * @throws ApiError INVALID_PARAMETER, FEE_NOT_FOUND
 */
export async function changeFee(ctx: Context, fee: Fee, columns: FeeColumns): Promise<Fee> {
  checkFeeScope(columns)
  return transaction(ctx, async (ctx: Context) => {
    const current = await lockRow(ctx, 'fees', fee)
    if (!current) throw notFound('FEE_NOT_FOUND', fee.uid)
    if (isDeepStrictEqual({ ...current, ...columns }, current)) return current
    const updated = { ...columns, updated_at: ctx.clock.now() }
    const changed = await updateRowOrThrow(ctx, 'fees', fee, updated)
    await recordPropertyUpdate(ctx, { agency_uid: fee.agency_uid, uid: fee.property_uid })
    return changed
  })
}
