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

/** Stores services of orders. */
export async function insertOrderServices(
  { db }: Pick<Context, 'db'>,
  services: OrderService[],
): Promise<void> {
  if (services.length > 0) await db.insertInto('order_services').values(services).execute()
}

/** Deletes a service of an order; false when there was none. */
export async function deleteOrderServiceRow(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid }: OrderKey,
  orderServiceUid: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('order_services')
    .where('agency_uid', '=', agency_uid)
    .where('order_uid', '=', uid)
    .where('uid', '=', orderServiceUid)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
