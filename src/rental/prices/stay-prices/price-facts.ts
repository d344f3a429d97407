/** The price of a stay from all that is known of it: the same for quotes and for orders. */
import { dateIn } from '../../../platform/dates.ts'
import type { Agreed, Discounting, PricedStay, QuoteOverrides } from '../quotes/quote.ts'
import type { QuoteFacts } from '../quotes/quotes.ts'
import { priceStay } from './price-stay.ts'

/** Who stays when, and on which terms. */
export interface PricedTerms {
  checkIn: string
  checkOut: string
  /** Adults and children. */
  guests: number
  /** Number among the guests. */
  children: number
  infants: number
  pets: number
  promoCode: Discounting | null
  overrides: QuoteOverrides | null
  now: Date
  /** The source of a lead that is not stored yet. */
  source?: string
  /** Agreed prices of a stay that is priced again. */
  agreed?: Agreed
}

/** Prices a stay at a property: contract/pricing.md §7. */
export function priceFacts(
  facts: QuoteFacts,
  { now, source = facts.lead?.source, ...terms }: PricedTerms,
): PricedStay {
  return priceStay({
    ...terms,
    property: facts,
    currency: facts.currency,
    today: dateIn(facts.time_zone, now),
    periods: facts.periods,
    rules: facts.rules,
    multiplier: facts.multiplier,
    fees: facts.fees,
    isEditable: !source?.startsWith('DIRECT_'),
  })
}
