import type { Context } from '../../../context.ts'
import { recordEvent } from '../../../pending-events/record-event.ts'
import { insertRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import {
  type AdjustmentFields,
  type AdjustmentReferences,
  type OwnerAdjustment,
  toColumns,
} from './owner-adjustment.ts'

/** Adds a credit or charge of an owner. */
export async function createOwnerAdjustment(
  ctx: Context,
  agencyUid: string,
  references: AdjustmentReferences,
  fields: AdjustmentFields,
): Promise<OwnerAdjustment> {
  return transaction(ctx, async (ctx: Context) => {
    const now = ctx.clock.now()
    const adjustment = await insertRow(ctx, 'owner_adjustments', {
      agency_uid: agencyUid,
      uid: newUid(now.getTime()),
      ...references,
      ...toColumns(fields),
      created_at: now,
      updated_at: now,
    })
    const keys = { owner_adjustment_uid: adjustment.uid, property_uid: adjustment.property_uid }
    recordEvent(ctx, { agencyUid, type: 'OWNER_ADJUSTMENT_CREATED', keys, isNew: true })
    return adjustment
  })
}
