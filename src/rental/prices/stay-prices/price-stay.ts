import Big from 'big.js'
import { dateOf, dayOf } from '../../../platform/dates.ts'
import { roundMoney, sumOf } from '../../../platform/money.ts'
import type { FeeLines, Payment, PricedStay, Rent, StayToPrice, Tax } from '../quotes/quote.ts'
import { feeLinesOf } from './fee-lines.ts'
import { rentOf } from './rent.ts'

/**
 * What a stay costs: the calculation of contract/pricing.md §7, used unchanged by quotes, new
 * orders and orders that are calculated anew. Exact decimals, rounded only where the contract does.
 *
 * @throws RangeError when check-out is not after check-in
 */
export function priceStay(stay: StayToPrice): PricedStay {
  const { currency, checkIn, checkOut, today, property, multiplier, overrides } = stay
  if (!(checkIn < checkOut)) throw new RangeError(`No stay from ${checkIn} to ${checkOut}`)
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
    rateMultiplier: overrides?.rent?.rentNetPrice == null ? asRate(multiplier) : null,
    securityDeposit: roundMoney(
      new Big(overrides?.securityDeposit ?? property.security_deposit),
      currency,
    ),
    channelCommission: commission ? roundMoney(new Big(commission.amount), currency) : null,
    payment: paymentOf(stay, totalAmount, daysAhead),
  }
}

/** A multiplier of 0 is none. */
function asRate(multiplier: string | null): Big | null {
  const rate = new Big(multiplier ?? 0)
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
