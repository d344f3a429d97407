import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { checkMayAdd } from '../../properties/properties/properties.ts'
import type { CustomDataField } from './custom-data-field.ts'
import { requireField } from './custom-data-fields.ts'

/**
 * Returns the field of a uid and checks that the caller may delete it. A partner may delete only
 * fields that it created, and only with write access to some object (contract/resources.md §4.1).
 *
 * @throws ApiError CUSTOM_DATA_FIELD_NOT_FOUND, OPERATION_NOT_PERMITTED, READ_ONLY_GRANT
 */
export async function requireDeletableField(
  ctx: Context,
  uidText: string,
): Promise<CustomDataField> {
  const field = await requireField(ctx, uidText)
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
