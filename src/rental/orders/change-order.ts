import type { Insertable } from 'kysely'
import type { Context } from '../../context.ts'
import type { OrdersTable } from '../tables.ts'
import { writeOrder } from './orders.ts'
import { settleOrder } from './settle-order.ts'

/**
 * Writes the order of a lead as it was priced anew; its uid, adjustments and payments stay
 * (contract/orders.md §2). A lead that had none gets one.
 */
export async function changeOrder(ctx: Context, order: Insertable<OrdersTable>): Promise<void> {
  await settleOrder(ctx, await writeOrder(ctx, order))
}
