import type { Context } from '../../../context.ts'
import { dayOf } from '../../../platform/dates/dates.ts'
import { findQuoteInputs, type QuoteInputs } from '../../prices/quotes/quotes.ts'
import type { LeadRow } from '../leads/lead.ts'

/** Property, dates and channel of a stay to price. */
export interface StayToPrice {
  propertyUid: string
  /** Civil dates. */
  checkIn: string
  checkOut: string
  channel: string
}

/** Returns the inputs of an order's price; undefined if the property is not accessible. */
export function findOrderInputs(
  ctx: Context,
  { propertyUid, checkIn, checkOut, channel }: StayToPrice,
  lead: Pick<LeadRow, 'uid'> | null,
  { promoCode }: { promoCode: string | null },
): Promise<QuoteInputs | undefined> {
  const leadUid = lead?.uid ?? null
  const [from, to] = [dayOf(checkIn), dayOf(checkOut)]
  const query = { propertyUid, from, to, leadUid, promoCode, channel }
  return findQuoteInputs(ctx, { ...query, pricesOnly: true })
}
