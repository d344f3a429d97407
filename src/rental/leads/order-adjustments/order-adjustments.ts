import type { Context } from '../../../context.ts'
import type { OrderKey } from '../orders/order.ts'
import type { OrderAdjustment } from './order-adjustment.ts'

/** Returns the adjustments of an order, oldest first. */
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

/** Returns an adjustment of an order by its uid or its client's external id. */
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
