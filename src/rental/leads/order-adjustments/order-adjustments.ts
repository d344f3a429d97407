import type { Context } from '../../../context.ts'
import type { OrderKey } from '../orders/order.ts'
import type { OrderAdjustment } from './order-adjustment.ts'

/** The adjustments of an order in the order of their creation. */
export async function listOrderAdjustments(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: OrderKey,
): Promise<OrderAdjustment[]> {
  return db
    .selectFrom('order_adjustments')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('order_uid', '=', uid)
    .orderBy('created_at')
    .orderBy('uid')
    .execute()
}

/** An adjustment of an order, named by its own uid or by the id that its client has for it. */
export async function findOrderAdjustment(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: OrderKey,
  by: { uid: string } | { externalId: string },
): Promise<OrderAdjustment | undefined> {
  return db
    .selectFrom('order_adjustments')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('order_uid', '=', uid)
    .where('uid' in by ? 'uid' : 'external_id', '=', 'uid' in by ? by.uid : by.externalId)
    .executeTakeFirst()
}

/** Stores adjustments. */
export async function insertOrderAdjustments(
  { db }: Pick<Context, 'db'>,
  adjustments: OrderAdjustment[],
): Promise<void> {
  if (adjustments.length > 0) {
    await db.insertInto('order_adjustments').values(adjustments).execute()
  }
}

/** Writes changed columns of an adjustment and gives it as it is then. */
export async function updateOrderAdjustment(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { agency_uid, order_uid, uid }: OrderAdjustment,
  changes: Partial<OrderAdjustment>,
): Promise<OrderAdjustment> {
  return db
    .updateTable('order_adjustments')
    .set({ ...changes, updated_at: clock.now() })
    .where('agency_uid', '=', agency_uid)
    .where('order_uid', '=', order_uid)
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes an adjustment of an order; false when there was none. */
export async function deleteOrderAdjustmentRow(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: OrderKey,
  adjustmentUid: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('order_adjustments')
    .where('agency_uid', '=', agency_uid)
    .where('order_uid', '=', uid)
    .where('uid', '=', adjustmentUid)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
