import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { requireField } from '../custom-data-fields/custom-data-fields.ts'
import { removeValue } from './custom-data.ts'
import { recordCustomData } from './record-custom-data.ts'
import type { RequestedObject } from './require-object.ts'

/**
 * Deletes the value of a field for an object.
 *
 * @param fieldText uid of the field in the request
 * @throws ApiError CUSTOM_DATA_FIELD_NOT_FOUND, CUSTOM_DATA_NOT_FOUND if there is no value
 */
export async function deleteCustomData(
  ctx: Context,
  object: RequestedObject,
  fieldText: string,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const field = await requireField(ctx, fieldText, object.agency_uid)
    if (!(await removeValue(ctx, object, field))) {
      throw notFound('CUSTOM_DATA_NOT_FOUND', fieldText)
    }
    if (!object.isSample) recordCustomData(ctx, 'CUSTOM_DATA_DELETED', field, object)
  })
}
