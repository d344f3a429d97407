import type { Context } from '../../../context.ts'
import { insertRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { recordEvent } from '../../events/events/record-event.ts'
import {
  type AdjustmentFields,
  type AdjustmentPlace,
  columnsOf,
  type OwnerAdjustment,
} from './owner-adjustment.ts'

/** Adds an adjustment to what an agency owes an owner, or the owner it. */
export async function createOwnerAdjustment(
  ctx: Context,
  agencyUid: string,
  place: AdjustmentPlace,
  fields: AdjustmentFields,
): Promise<OwnerAdjustment> {
  return transaction(ctx, async (ctx: Context) => {
    const now = ctx.clock.now()
    const adjustment = await insertRow(ctx, 'owner_adjustments', {
      agency_uid: agencyUid,
      uid: newUid(now.getTime()),
      ...place,
      ...columnsOf(fields),
      created_at: now,
      updated_at: now,
    })
    const keys = { owner_adjustment_uid: adjustment.uid, property_uid: adjustment.property_uid }
    recordEvent(ctx, { agencyUid, type: 'OWNER_ADJUSTMENT_CREATED', keys, isNew: true })
    return adjustment
  })
}
