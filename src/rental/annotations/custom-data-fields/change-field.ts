import type { Context } from '../../../context.ts'
import { diffColumns } from '../../../platform/db/dirty-columns.ts'
import { lockRow, updateRowOrThrow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { lockAgency } from '../../access/agencies/agencies.ts'
import type { CustomDataField, NewField } from './custom-data-field.ts'
import { findFieldConflicts } from './custom-data-fields.ts'

/** Changes of a field. Type and variable are fixed. */
export interface FieldChange {
  name?: string | undefined
  usage?: NonNullable<NewField['usage']> | undefined
  index?: number | undefined
}

/**
 * Updates the given properties of a field.
 *
 * @throws ApiError CUSTOM_DATA_FIELD_NOT_FOUND if it was deleted concurrently, ALREADY_EXISTS for
 *   the name of another field
 */
export async function changeField(
  ctx: Context,
  authorized: CustomDataField,
  { name, usage, index: position }: FieldChange,
): Promise<CustomDataField> {
  return transaction(ctx, async (ctx: Context) => {
    await lockAgency(ctx, authorized.agency_uid)
    const current = await lockRow(ctx, 'custom_data_fields', authorized)
    if (!current) throw notFound('CUSTOM_DATA_FIELD_NOT_FOUND', authorized.uid)
    const changes = diffColumns(current, { name, usage, position })
    if (changes.name !== undefined) await checkName(ctx, current, changes.name)
    if (Object.keys(changes).length === 0) return current
    return updateRowOrThrow(ctx, 'custom_data_fields', current, changes)
  })
}

async function checkName(ctx: Context, field: CustomDataField, name: string): Promise<void> {
  const { agency_uid, uid, variable } = field
  const { sameName } = await findFieldConflicts(ctx, agency_uid, { name, variable })
  if (sameName === null || sameName === uid) return
  const text = `The agency already has a custom data field with the name ${name}`
  throw new ApiError('ALREADY_EXISTS', text, { members: { existingUid: sameName } })
}
