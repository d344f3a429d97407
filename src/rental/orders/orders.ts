import { type Insertable, sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Row, Sql } from '../../platform/graphql/fields.ts'
import type { OrdersTable } from '../tables.ts'

/** The order of a lead, at most one row. Orders of cancelled leads are given (orders.md §7). */
export function orderOfLead(lead: Row): Sql {
  return sql`select o.* from orders o
    where o.agency_uid = ${lead('agency_uid')} and o.lead_uid = ${lead('uid')}`
}

/**
 * The fee lines of an order, the cleaning fee first; `position` orders them, `digits` are those of
 * the order's amounts.
 */
export function feeLinesOfOrder(order: Row): Sql {
  return sql`select f.value as line, f.ordinality as position,
      scale(${order('total_amount')}) as digits
    from jsonb_array_elements(${order('fee_lines')}) with ordinality f`
}

/** The cleaning fee again, on its own. */
export function cleaningFeeOfOrder(order: Row): Sql {
  return sql`${feeLinesOfOrder(order)} where f.value->>'kind' = 'CLEANING'`
}

/** Stores orders as they were priced. */
export async function insertOrders(
  { db }: Pick<Context, 'db'>,
  orders: Insertable<OrdersTable>[],
): Promise<void> {
  if (orders.length > 0) await db.insertInto('orders').values(orders).execute()
}

/** Stores the order of a lead; one that is there keeps its uid and the time it was made. */
export async function writeOrder(
  ctx: Pick<Context, 'db' | 'clock'>,
  order: Insertable<OrdersTable>,
): Promise<void> {
  const { agency_uid, uid, lead_uid, created_at, updated_at, ...priced } = order
  await ctx.db
    .insertInto('orders')
    .values(order)
    .onConflict(conflict =>
      conflict.columns(['agency_uid', 'lead_uid']).doUpdateSet({
        ...priced,
        updated_at: sql<Date>`greatest(${ctx.clock.now()}::timestamptz,
          orders.updated_at + interval '1 ms')`,
      }),
    )
    .execute()
}
