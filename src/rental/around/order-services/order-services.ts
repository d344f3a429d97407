import type { Context } from '../../../context.ts'
import type { OrderKey } from '../../leads/orders/order.ts'
import type { OrderService } from './order-service.ts'

/** The services of an order in the order of their creation. */
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
