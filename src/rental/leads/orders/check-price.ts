import Big from 'big.js'
import { ApiError } from '../../../platform/errors.ts'
import { moneyText } from '../../../platform/money.ts'
import type { PricedStay } from '../../prices/quotes/quote.ts'
import { presentQuote } from '../../prices/quotes/quote-shape.ts'
import type { QuoteFacts } from '../../prices/quotes/quotes.ts'
import type { PricedTerms } from '../../prices/stay-prices/price-facts.ts'

/**
 * Compares the price of a stay with the one that its client was quoted (contract/leads.md §5, §8).
 *
 * @param leadUid lead whose stay is altered; null for a new one
 * @param expected the quoted total, in major units
 * @throws ApiError PRICE_CHANGED with the new quote
 */
export function checkPrice(
  facts: QuoteFacts,
  priced: PricedStay,
  asked: PricedTerms,
  { leadUid, expected }: { leadUid: string | null; expected: number },
): void {
  const { totalAmount, currency } = priced
  if (new Big(expected).eq(totalAmount)) return
  const { promoCode, guests, children, infants, pets } = asked
  const wanted = {
    ...{ propertyUid: facts.uid, checkIn: asked.checkIn, checkOut: asked.checkOut },
    ...{ agencyUid: facts.agency_uid, leadUid, unitUid: null },
    ...{ guests, children, pets, infants },
    ...{ promoCode: promoCode?.code ?? null, overrides: asked.overrides, version: '3.3' as const },
  }
  const bookingStrategy = facts.hostfully_booking_strategy
  const counts = { guests, children, pets, bookingStrategy }
  const quote = { ...priced, wanted, property: facts, ...counts, recalculated: null }
  const total = `${moneyText(totalAmount, currency)} ${currency}`
  const former = moneyText(new Big(expected), currency)
  const text = `The price of the stay is now ${total}, not ${former}`
  throw new ApiError('PRICE_CHANGED', text, { members: presentQuote(quote) })
}
