import type { Context } from '../../../context.ts'
import { deleteRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { touchProperty } from '../../properties/properties/touch-property.ts'
import type { Fee } from './fee.ts'

/**
 * Deletes a fee. Orders that were made with it keep it.
 *
 * @throws ApiError FEE_NOT_FOUND when another caller was quicker
 */
export async function deleteFee(ctx: Context, fee: Fee): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    if (!(await deleteRow(ctx, 'fees', fee))) throw notFound('FEE_NOT_FOUND', fee.uid)
    await touchProperty(ctx, { agency_uid: fee.agency_uid, uid: fee.property_uid })
  })
}
