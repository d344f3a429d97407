import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { reachedField } from '../custom-data-fields/custom-data-fields.ts'
import { removeValue } from './custom-data.ts'
import type { ReachedObject } from './reached-object.ts'
import { recordCustomData } from './record-custom-data.ts'

/**
 * Deletes what a field says of an object.
 *
 * @param fieldText how the request names the field
 * @throws ApiError CUSTOM_DATA_FIELD_NOT_FOUND, CUSTOM_DATA_NOT_FOUND when it says nothing
 */
export async function deleteCustomData(
  ctx: Context,
  object: ReachedObject,
  fieldText: string,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const field = await reachedField(ctx, fieldText, object.agency_uid)
    if (!(await removeValue(ctx, object, field))) {
      throw notFound('CUSTOM_DATA_NOT_FOUND', fieldText)
    }
    if (!object.isSample) recordCustomData(ctx, 'CUSTOM_DATA_DELETED', field, object)
  })
}
