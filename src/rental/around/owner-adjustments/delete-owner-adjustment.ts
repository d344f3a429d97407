import type { Context } from '../../../context.ts'
import { deleteRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import type { OwnerAdjustment } from './owner-adjustment.ts'

/** @throws ApiError OWNER_ADJUSTMENT_NOT_FOUND when it has gone meanwhile */
export async function deleteOwnerAdjustment(
  ctx: Context,
  { agency_uid, uid }: Pick<OwnerAdjustment, 'agency_uid' | 'uid'>,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const removed = await deleteRow(ctx, 'owner_adjustments', { agency_uid, uid })
    if (!removed) throw notFound('OWNER_ADJUSTMENT_NOT_FOUND', uid)
    const keys = { owner_adjustment_uid: uid, property_uid: removed.property_uid }
    recordEvent(ctx, { agencyUid: agency_uid, type: 'OWNER_ADJUSTMENT_DELETED', keys })
  })
}
