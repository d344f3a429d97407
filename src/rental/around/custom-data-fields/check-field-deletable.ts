import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { checkMayAdd } from '../../properties/properties/properties.ts'
import type { CustomDataField } from './custom-data-field.ts'
import { reachedField } from './custom-data-fields.ts'

/**
 * The field that the uid in a path names. A partner deletes only what it added itself, and only
 * while it may write something (contract/resources.md §4.1).
 *
 * @throws ApiError CUSTOM_DATA_FIELD_NOT_FOUND, OPERATION_NOT_PERMITTED, READ_ONLY_GRANT
 */
export async function deletableField(ctx: Context, text: string): Promise<CustomDataField> {
  const field = await reachedField(ctx, text)
  const { caller } = ctx
  if (caller.kind !== 'partner') return field
  if (field.created_by_partner_uid !== caller.partnerUid) {
    throw new ApiError(
      'OPERATION_NOT_PERMITTED',
      'Partners can delete only the custom data fields they created',
      {
        members: { requires: 'agency' },
      },
    )
  }
  await checkMayAdd(ctx, field.agency_uid)
  return field
}
