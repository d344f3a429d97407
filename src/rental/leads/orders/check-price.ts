import Big from 'big.js'
import { ApiError } from '../../../platform/errors.ts'
import { moneyText } from '../../../platform/money.ts'
import type { PricedStay } from '../../prices/quotes/quote.ts'
import type { QuoteInputs } from '../../prices/quotes/quotes.ts'
import type { PricedTerms } from '../../prices/stay-prices/price-quoted-stay.ts'
import { newestVersion } from '../../versions.ts'
import { presentQuote } from '../quotes/quote-shape.ts'

/**
 * Compares the price of a stay with the price that its client was quoted (contract/leads.md §5,
 * §8).
 *
 * @param leadUid lead whose stay is altered; null for a new one
 * @param expectedTotal the quoted total, in major units
 * @throws ApiError PRICE_CHANGED with the new quote
 */
export function checkPrice(
  inputs: QuoteInputs,
  priced: PricedStay,
  priceInput: PricedTerms,
  { leadUid, expectedTotal }: { leadUid: string | null; expectedTotal: number },
): void {
  const { totalAmount, currency } = priced
  if (new Big(expectedTotal).eq(totalAmount)) return
  const { promoCode, guests, children, infants, pets } = priceInput
  const request = {
    propertyUid: inputs.uid,
    checkIn: priceInput.checkIn,
    checkOut: priceInput.checkOut,
    agencyUid: inputs.agency_uid,
    leadUid,
    unitUid: null,
    guests,
    children,
    pets,
    infants,
    promoCode: promoCode?.code ?? null,
    overrides: priceInput.overrides,
    // The response of a quote does not depend on the version of its request.
    version: newestVersion,
  }
  const bookingStrategy = inputs.hostfully_booking_strategy
  const values = { guests, children, pets, bookingStrategy, recalculated: null }
  const quote = { ...priced, request, property: inputs, ...values }
  const total = `${moneyText(totalAmount, currency)} ${currency}`
  const expectedText = moneyText(new Big(expectedTotal), currency)
  const message = `The price of the stay is now ${total}, not ${expectedText}`
  throw new ApiError('PRICE_CHANGED', message, { members: presentQuote(quote) })
}
