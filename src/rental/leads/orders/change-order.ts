import type { Insertable } from 'kysely'
import type { EventContext } from '../../../pending-events/record-event.ts'
import type { OrdersTable } from '../../tables.ts'
import type { LeadRow } from '../leads/lead.ts'
import { recordRedemption } from '../redemptions/record-redemption.ts'
import { invalidateOrder } from './lock-editable-order.ts'
import { isSamePrice, type PricedColumns } from './order.ts'
import { findOrderOfLead, writeOrder } from './orders.ts'
import { recalculateOrder } from './recalculate-order.ts'
import { recordOrderEvent } from './record-order-event.ts'

/**
 * Writes the recalculated order of a lead and emits its event. Uid, adjustments and payments are
 * unchanged; an order with the same price is not written (contract/orders.md §2). Inserts an order
 * if the lead has none.
 *
 * @param lead before the action that changes the price, and after it
 */
export async function changeOrder(
  ctx: EventContext,
  order: Insertable<OrdersTable> & PricedColumns,
  lead: { before: LeadRow; after: LeadRow },
): Promise<void> {
  const stored = await findOrderOfLead(ctx, lead.after)
  if (!stored || !isSamePrice(stored, order)) {
    invalidateOrder(lead.after, order.uid)
    const key = await writeOrder(ctx, order)
    if (!stored) recordOrderEvent(ctx, 'ORDER_CREATED', { uid: key.uid, lead: lead.after })
    await recalculateOrder(ctx, key, lead.after, stored)
  }
  recordRedemption(
    ctx,
    { lead: lead.before, promoCodeUid: stored?.promo_code_uid ?? null },
    { lead: lead.after, promoCodeUid: order.promo_code_uid ?? null },
  )
}
