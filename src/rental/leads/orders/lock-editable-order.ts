import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { declareInvalidation } from '../../../platform/db/cache-tags/invalidate.ts'
import type { LeadRow } from '../leads/lead.ts'
import type { Order, OrderKey } from './order.ts'
import { lockOrder } from './orders.ts'

export interface LockedOrder {
  order: Order
  lead: LeadRow
}

/**
 * Locks an order before one of its adjustments, services or payments is inserted, updated or
 * deleted. Locks its lead first, in the same order as actions on leads do.
 */
export async function lockEditableOrder(ctx: Context, key: OrderKey): Promise<LockedOrder> {
  const lead = await lockLeadOfOrder(ctx, key)
  invalidateOrder(lead, key.uid)
  return { order: await lockOrder(ctx, key), lead }
}

/**
 * Locks the lead of an order; every transaction that writes line items of the order does the same.
 */
async function lockLeadOfOrder({ db }: Context, { agency_uid, uid }: OrderKey): Promise<LeadRow> {
  const { rows } = await sql<LeadRow>`select l.* from leads l
    where l.agency_uid = ${agency_uid} and l.uid = (select o.lead_uid from orders o
      where o.agency_uid = ${agency_uid} and o.uid = ${uid}) for no key update`.execute(db)
  return rows[0]!
}

/**
 * Invalidates cached responses about an order and its lead's property, but no calendar of related
 * properties. The lead must be locked, so that its property stays the same until the commit.
 */
export function invalidateOrder(
  { agency_uid, uid, property_uid }: Pick<LeadRow, 'agency_uid' | 'uid' | 'property_uid'>,
  orderUid: string,
): void {
  declareInvalidation(agency_uid, property_uid === null ? [] : [property_uid], [orderUid, uid])
}
