import type { Context } from '../../../context.ts'
import { diffFields } from '../../../pending-events/changes.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { laterThan } from '../../../platform/db/monotonic-timestamp.ts'
import { lockRow, updateRowOrThrow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import {
  type AdjustmentFields,
  type AdjustmentReferences,
  type OwnerAdjustment,
  toColumns,
  toEventFields,
} from './owner-adjustment.ts'

/**
 * Replaces an adjustment. Without changes its time of change remains.
 *
 * @throws ApiError OWNER_ADJUSTMENT_NOT_FOUND if it was deleted concurrently
 */
export async function changeOwnerAdjustment(
  ctx: Context,
  { agency_uid, uid }: Pick<OwnerAdjustment, 'agency_uid' | 'uid'>,
  references: AdjustmentReferences,
  fields: AdjustmentFields,
): Promise<OwnerAdjustment> {
  return transaction(ctx, async (ctx: Context) => {
    const current = await lockRow(ctx, 'owner_adjustments', { agency_uid, uid })
    if (!current) throw notFound('OWNER_ADJUSTMENT_NOT_FOUND', uid)
    const columns = { ...references, ...toColumns(fields) }
    const replaced = { ...current, ...columns } as OwnerAdjustment
    const changes = diffFields(toEventFields(current), toEventFields(replaced))
    if (Object.keys(changes).length === 0) return current
    const updated = { ...columns, updated_at: laterThan(ctx) }
    const changed = await updateRowOrThrow(ctx, 'owner_adjustments', current, updated)
    const keys = { owner_adjustment_uid: uid, property_uid: changed.property_uid }
    recordEvent(ctx, { agencyUid: agency_uid, type: 'OWNER_ADJUSTMENT_UPDATED', keys, changes })
    return changed
  })
}
