import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { touches } from '../../../platform/db/marks/touched.ts'
import type { LeadRow } from '../leads/lead.ts'
import type { Order, OrderKey } from './order.ts'
import { lockOrder } from './orders.ts'

/** An order of which a part is about to be written, and its lead. */
export interface OpenOrder {
  order: Order
  lead: LeadRow
}

/**
 * Locks an order to add, change or delete a part of it: an adjustment, a service, a payment. Its
 * lead is locked first, as acts on leads do it; it neither moves nor changes until the end.
 */
export async function lockOrderOfParts(ctx: Context, key: OrderKey): Promise<OpenOrder> {
  const lead = await shareLeadOf(ctx, key)
  touchOrder(lead, key.uid)
  return { order: await lockOrder(ctx, key), lead }
}

/** Others who write parts of the order lock its lead, too. */
async function shareLeadOf({ db }: Context, { agency_uid, uid }: OrderKey): Promise<LeadRow> {
  const { rows } = await sql<LeadRow>`select l.* from leads l
    where l.agency_uid = ${agency_uid} and l.uid = (select o.lead_uid from orders o
      where o.agency_uid = ${agency_uid} and o.uid = ${uid}) for share`.execute(db)
  return rows[0]!
}

/**
 * Says that only the property of a lead shows what is written of its order: no calendar of its
 * family does. The lead has to be locked, so that it does not move before the commit.
 */
export function touchOrder(
  { agency_uid, uid, property_uid }: Pick<LeadRow, 'agency_uid' | 'uid' | 'property_uid'>,
  orderUid: string,
): void {
  touches(agency_uid, property_uid === null ? [] : [property_uid], [orderUid, uid])
}
