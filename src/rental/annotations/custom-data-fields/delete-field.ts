import type { Context } from '../../../context.ts'
import { deleteRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { removeFieldValues } from '../custom-data/custom-data.ts'
import { recordCustomData } from '../custom-data/record-custom-data.ts'
import type { CustomDataField } from './custom-data-field.ts'
import { lockField } from './custom-data-fields.ts'

/**
 * Deletes a field with all its values, and records an event for each value (contract/resources.md
 * §4.1).
 *
 * @throws ApiError CUSTOM_DATA_FIELD_NOT_FOUND if it was deleted concurrently
 */
export async function deleteField(
  ctx: Context,
  { agency_uid, uid }: Pick<CustomDataField, 'agency_uid' | 'uid'>,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const field = await lockField(ctx, { agency_uid, uid }, { toDelete: true })
    if (!field) throw notFound('CUSTOM_DATA_FIELD_NOT_FOUND', uid)
    for (const object of await removeFieldValues(ctx, field)) {
      recordCustomData(ctx, 'CUSTOM_DATA_DELETED', field, object)
    }
    await deleteRow(ctx, 'custom_data_fields', field)
  })
}
