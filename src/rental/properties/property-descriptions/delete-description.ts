import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { recordPropertyUpdate } from '../properties/record-property-update.ts'
import { removeDescription } from './property-descriptions.ts'

/** @throws ApiError PROPERTY_DESCRIPTION_NOT_FOUND if there is none in that language */
export async function deleteDescription(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  locale: string,
): Promise<void> {
  return transaction(ctx, async (ctx: Context) => {
    const removed = await removeDescription(ctx, property, locale)
    if (!removed) throw notFound('PROPERTY_DESCRIPTION_NOT_FOUND', locale)
    await recordPropertyUpdate(ctx, property)
  })
}
