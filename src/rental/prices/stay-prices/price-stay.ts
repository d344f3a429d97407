import Big from 'big.js'
import { dateOf, dayOf } from '../../../platform/dates.ts'
import { roundMoney, sumOf } from '../../../platform/money.ts'
import { tupleOf } from '../fees/fee.ts'
import type {
  AgreedPrices,
  FeeLines,
  Payment,
  PricedStay,
  Rent,
  StayToPrice,
  StoredTerms,
  Tax,
} from '../quotes/quote.ts'
import { feeLinesOf } from './fee-lines.ts'
import { noPrices } from './read-terms.ts'
import { rentOf } from './rent.ts'

/**
 * What a stay costs: the calculation of contract/pricing.md §7, used unchanged by quotes, new
 * orders and orders that are calculated anew. Exact decimals, rounded only where the contract does.
 *
 * @throws RangeError when check-out is not after check-in
 */
export function priceStay(stay: StayToPrice): PricedStay {
  const { currency, checkIn, checkOut, today, property, overrides } = stay
  if (!(checkIn < checkOut))
    throw new RangeError(`Check-out ${checkOut} is not after check-in ${checkIn}`)
  const daysAhead = dayOf(checkIn) - dayOf(today)
  const rent = rentOf(stay, daysAhead)
  const fees = feeLinesOf(stay, rent.netPrice, rent.nights.length)
  const lines = fees.cleaning ? [fees.cleaning, ...fees.others] : fees.others
  const totalNetAmount = rent.netPrice.plus(sumOf(lines.map(({ net }) => net)))
  const totalTaxesAmount = rent.taxAmount.plus(sumOf(lines.map(({ tax }) => tax)))
  const totalAmount = totalNetAmount.plus(totalTaxesAmount)
  const commission = overrides?.channelCommission
  return {
    currency,
    rent,
    fees,
    taxes: taxesOf(rent, fees),
    allFeesGrossAmount: sumOf(lines.map(({ gross }) => gross)),
    totalNetAmount,
    totalTaxesAmount,
    totalAmount,
    rateMultiplier: overrides?.rent?.rentNetPrice == null ? shownRate(stay, rent) : null,
    securityDeposit: roundMoney(
      new Big(overrides?.securityDeposit ?? property.security_deposit),
      currency,
    ),
    channelCommission: commission ? roundMoney(new Big(commission.amount), currency) : null,
    payment: paymentOf(stay, totalAmount, daysAhead),
    terms: termsOf(stay),
  }
}

/** The multiplier of the nights that were priced last; one of 0 is none. */
function shownRate({ multiplier, agreed }: StayToPrice, { nights }: Rent): Big | null {
  const isAgreed = agreed?.nights && nights.every(({ date }) => agreed.nights!.has(date))
  const rate = new Big((isAgreed ? agreed.multiplier : multiplier) ?? 0)
  return rate.eq(0) ? null : rate
}

/** One entry for each tax that is not zero; their sum is the total of taxes. */
function taxesOf(rent: Rent, { cleaning, others }: FeeLines): Tax[] {
  const { netPrice: taxable, taxationRate: rate, taxAmount: amount } = rent
  const rentTax: Tax = { name: 'Rent tax', type: 'RENT', rate, taxable, amount }
  const lines = cleaning ? [cleaning, ...others] : others
  const feeTaxes = lines.map((line): Tax => {
    const { name, amountType, taxed, tax } = line
    return amountType === 'TAX'
      ? {
          name,
          type: 'TAX',
          rate: taxed?.rate ?? null,
          taxable: taxed?.amount ?? null,
          amount: tax,
        }
      : { name, type: 'FEE', rate: line.rate, taxable: line.net, amount: tax }
  })
  return [rentTax, ...feeTaxes].filter(({ amount }) => !amount.eq(0))
}

/** Step 13: everything at the reservation when the final payment would be due already. */
function paymentOf({ property, currency, checkIn }: StayToPrice, total: Big, ahead: number) {
  const { full_payment_timing: timing, percentage_upon_reservation } = property
  const share = new Big(percentage_upon_reservation)
  const isFull = ahead <= timing || share.eq(1)
  const first = isFull ? total : roundMoney(total.times(share), currency)
  return {
    isFullAtReservation: isFull,
    amountUponReservation: first,
    amountRemaining: total.minus(first),
    fullPaymentDueDate: isFull ? null : dateOf(dayOf(checkIn) - timing),
  } satisfies Payment
}

/** Terms that the order stores for later changes of the stay. */
function termsOf({ property, fees, multiplier, agreed }: StayToPrice): StoredTerms {
  const prices = Object.keys(noPrices).flatMap(name => {
    const value = property[name as keyof AgreedPrices]
    return Number(value) === 0 ? [] : [[name, value]]
  })
  return {
    prices: Object.fromEntries(prices),
    fees: fees.map(tupleOf),
    multiplier: agreed ? agreed.multiplier : multiplier,
    share: agreed?.share ?? null,
  }
}
