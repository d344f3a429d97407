import type { Context } from '../../../context.ts'
import { laterThan } from '../../../platform/db/later-than.ts'
import { lockRow, updateRowOrThrow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { changesOf } from '../../events/events/changes.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import {
  type AdjustmentFields,
  type AdjustmentPlace,
  columnsOf,
  type OwnerAdjustment,
  toldAdjustment,
} from './owner-adjustment.ts'

/**
 * Replaces an adjustment; one that stays as it is keeps its time of change.
 *
 * @throws ApiError OWNER_ADJUSTMENT_NOT_FOUND when it has gone meanwhile
 */
export async function changeOwnerAdjustment(
  ctx: Context,
  { agency_uid, uid }: Pick<OwnerAdjustment, 'agency_uid' | 'uid'>,
  place: AdjustmentPlace,
  fields: AdjustmentFields,
): Promise<OwnerAdjustment> {
  return transaction(ctx, async (ctx: Context) => {
    const present = await lockRow(ctx, 'owner_adjustments', { agency_uid, uid })
    if (!present) throw notFound('OWNER_ADJUSTMENT_NOT_FOUND', uid)
    const columns = { ...place, ...columnsOf(fields) }
    const wanted = { ...present, ...columns } as OwnerAdjustment
    const changes = changesOf(toldAdjustment(present), toldAdjustment(wanted))
    if (Object.keys(changes).length === 0) return present
    const updated = { ...columns, updated_at: laterThan(ctx) }
    const changed = await updateRowOrThrow(ctx, 'owner_adjustments', present, updated)
    const keys = { owner_adjustment_uid: uid, property_uid: changed.property_uid }
    recordEvent(ctx, { agencyUid: agency_uid, type: 'OWNER_ADJUSTMENT_UPDATED', keys, changes })
    return changed
  })
}
