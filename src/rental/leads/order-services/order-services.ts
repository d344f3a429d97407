import type { Context } from '../../../context.ts'
import type { OrderKey } from '../orders/order.ts'
import type { OrderService } from './order-service.ts'

/** Returns the services of an order, oldest first. */
export async function listOrderServices(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: OrderKey,
): Promise<OrderService[]> {
  return db
    .selectFrom('order_services')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('order_uid', '=', uid)
    .orderBy('created_at')
    .orderBy('uid')
    .execute()
}
