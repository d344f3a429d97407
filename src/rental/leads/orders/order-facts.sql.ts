import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates.ts'
import { findQuoteFacts, type QuoteFacts } from '../../prices/quotes/quotes.ts'
import type { LeadRow } from '../leads/lead.ts'

/** Where and when a lead stays, and whose rate multiplier applies. */
export interface PricedPlace {
  propertyUid: string
  /** Civil dates. */
  checkIn: string
  checkOut: string
  channel: string
}

/** What the price of an order depends on; undefined when the property is out of reach. */
export function findOrderFacts(
  ctx: Context,
  { propertyUid, checkIn, checkOut, channel }: PricedPlace,
  lead: Pick<LeadRow, 'uid'> | null,
  { promoCode }: { promoCode: string | null },
): Promise<QuoteFacts | undefined> {
  const leadUid = lead?.uid ?? null
  const [from, to] = [dayOf(checkIn), dayOf(checkOut)]
  const asked = { propertyUid, from, to, leadUid, promoCode, channel }
  return findQuoteFacts(ctx, { ...asked, pricesOnly: true })
}
