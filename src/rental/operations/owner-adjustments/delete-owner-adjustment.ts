import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { deleteRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import type { OwnerAdjustment } from './owner-adjustment.ts'

/** @throws ApiError OWNER_ADJUSTMENT_NOT_FOUND if it was deleted concurrently */
export async function deleteOwnerAdjustment(
  ctx: Context,
  { agency_uid, uid }: Pick<OwnerAdjustment, 'agency_uid' | 'uid'>,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const deleted = await deleteRow(ctx, 'owner_adjustments', { agency_uid, uid })
    if (!deleted) throw notFound('OWNER_ADJUSTMENT_NOT_FOUND', uid)
    const keys = { owner_adjustment_uid: uid, property_uid: deleted.property_uid }
    recordEvent(ctx, { agencyUid: agency_uid, type: 'OWNER_ADJUSTMENT_DELETED', keys })
  })
}
