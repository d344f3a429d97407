import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { createLead } from '../../leads/lead-writes/create-lead.ts'
import type { Lead, LeadRow } from '../../leads/leads/lead.ts'
import type { WantedQuote } from './check-quote.ts'
import { priceQuote, type Quote } from './price-quote.ts'

/** How long a quote is held, and for whom. */
export interface Holding {
  minutes: number
  /** Of the guest, as far as it is known. */
  columns: Partial<LeadRow>
}

/**
 * Prices a stay and keeps both price and nights for a while: as a lead on hold, whose order is the
 * quote to the cent. `mark-as-booked` books it at that price, once; when the time is over the lead
 * is closed and its nights are free (docs/decisions/0010-quote-holds.md).
 *
 * @throws ApiError what `priceQuote` and `createLead` refuse
 */
export async function holdQuote(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  wanted: WantedQuote,
  { minutes, columns }: Holding,
): Promise<{ quote: Quote; lead: Lead }> {
  return transaction(ctx, async (ctx: Context) => {
    const quote = await priceQuote(ctx, wanted)
    const lead = await createLead(ctx, property.agency_uid, {
      propertyUid: property.uid,
      status: 'ON_HOLD',
      stay: { checkIn: wanted.checkIn, checkOut: wanted.checkOut },
      unitUid: wanted.unitUid,
      source: 'HOSTFULLY_API',
      channel: null,
      promoCode: wanted.promoCode,
      overrides: wanted.overrides,
      priced: quote,
      holdMinutes: minutes,
      columns: {
        ...columns,
        adult_count: quote.guests - quote.children,
        children_count: quote.children,
        pet_count: quote.pets,
        infant_count: wanted.infants ?? 0,
      },
      version: wanted.version,
    })
    return { quote, lead }
  })
}
