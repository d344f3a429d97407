import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { createLead } from '../lead-writes/create-lead.ts'
import type { Lead, LeadRow } from '../leads/lead.ts'
import type { QuoteRequest } from './check-quote.ts'
import { priceQuote, type Quote } from './price-quote.ts'

/** Duration of a held quote, and its guest. */
export interface Hold {
  minutes: number
  /** Columns of the guest's details in the request. */
  columns: Partial<LeadRow>
}

/**
 * Prices a stay and holds price and nights for some time: creates a lead on hold whose order has
 * exactly the price of the quote. `mark-as-booked` books it at that price, once. When the hold
 * expires, the lead is closed and its nights are released (docs/decisions/0010-quote-holds.md).
 *
 * @throws ApiError of `priceQuote` and `createLead`
 */
export async function holdQuote(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  request: QuoteRequest,
  { minutes, columns }: Hold,
): Promise<{ quote: Quote; lead: Lead }> {
  return transaction(ctx, async (ctx: Context) => {
    const quote = await priceQuote(ctx, request)
    const lead = await createLead(ctx, property.agency_uid, {
      propertyUid: property.uid,
      status: 'ON_HOLD',
      stay: { checkIn: request.checkIn, checkOut: request.checkOut },
      unitUid: request.unitUid,
      source: 'HOSTFULLY_API',
      channel: null,
      promoCode: request.promoCode,
      overrides: request.overrides,
      priced: quote,
      holdMinutes: minutes,
      columns: {
        ...columns,
        adult_count: quote.guests - quote.children,
        children_count: quote.children,
        pet_count: quote.pets,
        infant_count: request.infants ?? 0,
      },
      version: request.version,
    })
    return { quote, lead }
  })
}
