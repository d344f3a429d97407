import type { Insertable } from 'kysely'
import type { Telling } from '../../events/events/record-event.ts'
import { recordRedemption } from '../../prices/promo-codes/record-redemption.ts'
import type { OrdersTable } from '../../tables.ts'
import type { LeadRow } from '../leads/lead.ts'
import { touchOrder } from './lock-order-of-parts.ts'
import { isSamePrice, type PricedColumns } from './order.ts'
import { findOrderOfLead, writeOrder } from './orders.ts'
import { recordOrderEvent } from './record-order-event.ts'
import { settleOrder } from './settle-order.ts'

/**
 * Writes the order of a lead as it was priced anew; its uid, adjustments and payments stay, and one
 * that is priced as before stays as it is (contract/orders.md §2). A lead that had none gets one.
 *
 * @param lead as it was before the act that prices it anew, and as it is
 */
export async function changeOrder(
  ctx: Telling,
  order: Insertable<OrdersTable> & PricedColumns,
  lead: { before: LeadRow; after: LeadRow },
): Promise<void> {
  const before = await findOrderOfLead(ctx, lead.after)
  if (!before || !isSamePrice(before, order)) {
    touchOrder(lead.after, order.uid)
    const key = await writeOrder(ctx, order)
    if (!before) recordOrderEvent(ctx, 'ORDER_CREATED', { uid: key.uid, lead: lead.after })
    await settleOrder(ctx, key, lead.after, before)
  }
  recordRedemption(
    ctx,
    { lead: lead.before, promoCodeUid: before?.promo_code_uid ?? null },
    { lead: lead.after, promoCodeUid: order.promo_code_uid ?? null },
  )
}
