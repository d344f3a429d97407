/** Price of a stay from the inputs of a quote, used by quotes and orders. */
import { dateIn } from '../../../platform/dates/dates.ts'
import type { Agreed, AppliedPromoCode, PricedStay, QuoteOverrides } from '../quotes/quote.ts'
import type { QuoteInputs } from '../quotes/quotes.ts'
import { priceStay } from './price-stay.ts'

/** Dates, guests and terms of a stay. */
export interface PricedTerms {
  checkIn: string
  checkOut: string
  /** Adults and children. */
  guests: number
  /** Number of children among the guests. */
  children: number
  infants: number
  pets: number
  promoCode: AppliedPromoCode | null
  overrides: QuoteOverrides | null
  now: Date
  /** Source of a lead that is not stored yet. */
  source?: string
  /** Agreed prices of a stay that is priced again. */
  agreed?: Agreed
}

/** Prices a stay at a property: contract/pricing.md §7. */
export function priceQuotedStay(
  inputs: QuoteInputs,
  { now, source = inputs.lead?.source, ...terms }: PricedTerms,
): PricedStay {
  return priceStay({
    ...terms,
    property: inputs,
    currency: inputs.currency,
    today: dateIn(inputs.time_zone, now),
    periods: inputs.periods,
    rules: inputs.rules,
    multiplier: inputs.multiplier,
    fees: inputs.fees,
    // Prices of leads from a directly connected channel are those of the channel.
    isEditable: !source?.startsWith('DIRECT_'),
  })
}
