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
