import type { Context } from '../../../context.ts'
import { deleteRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { recordPropertyUpdate } from '../../properties/properties/record-property-update.ts'
import type { Fee } from './fee.ts'

/**
 * Deletes a fee. Existing orders retain it.
 *
 * @throws ApiError FEE_NOT_FOUND also if the fee was deleted concurrently
 */
export async function deleteFee(ctx: Context, fee: Fee): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    if (!(await deleteRow(ctx, 'fees', fee))) throw notFound('FEE_NOT_FOUND', fee.uid)
    await recordPropertyUpdate(ctx, { agency_uid: fee.agency_uid, uid: fee.property_uid })
  })
}
