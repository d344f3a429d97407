import Big from 'big.js'
import { dateOf, dayOf } from '../../../platform/dates/dates.ts'
import { roundMoney, sumAmounts } from '../../../platform/money.ts'
import { feeToTuple } from '../fees/fee.ts'
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
import { calculateFeeLines } from './fee-lines.ts'
import { noPrices } from './read-terms.ts'
import { calculateRent } from './rent.ts'

/**
 * Calculates the price of a stay: contract/pricing.md §7, for quotes, new orders and recalculated
 * orders. Decimals are exact, and rounded only where the contract does.
 *
 * @throws RangeError if check-out is not after check-in
 */
export function priceStay(stay: StayToPrice): PricedStay {
  const { currency, checkIn, checkOut, today, property, overrides } = stay
  if (!(checkIn < checkOut))
    throw new RangeError(`Check-out ${checkOut} is not after check-in ${checkIn}`)
  const daysAhead = dayOf(checkIn) - dayOf(today)
  const rent = calculateRent(stay, daysAhead)
  const fees = calculateFeeLines(stay, rent.netPrice, rent.nights.length)
  const lines = fees.cleaning ? [fees.cleaning, ...fees.others] : fees.others
  const totalNetAmount = rent.netPrice.plus(sumAmounts(lines.map(({ net }) => net)))
  const totalTaxesAmount = rent.taxAmount.plus(sumAmounts(lines.map(({ tax }) => tax)))
  const totalAmount = totalNetAmount.plus(totalTaxesAmount)
  const commission = overrides?.channelCommission
  return {
    currency,
    rent,
    fees,
    taxes: calculateTaxes(rent, fees),
    allFeesGrossAmount: sumAmounts(lines.map(({ gross }) => gross)),
    totalNetAmount,
    totalTaxesAmount,
    totalAmount,
    rateMultiplier: overrides?.rent?.rentNetPrice == null ? appliedMultiplier(stay, rent) : null,
    securityDeposit: roundMoney(
      new Big(overrides?.securityDeposit ?? property.security_deposit),
      currency,
    ),
    channelCommission: commission ? roundMoney(new Big(commission.amount), currency) : null,
    payment: calculatePayment(stay, totalAmount, daysAhead),
    terms: toStoredTerms(stay),
  }
}

/** Returns the multiplier of the nights that were priced last; null if it is 0. */
function appliedMultiplier({ multiplier, agreed }: StayToPrice, { nights }: Rent): Big | null {
  const isAgreed = agreed?.nights && nights.every(({ date }) => agreed.nights!.has(date))
  const rate = new Big((isAgreed ? agreed.multiplier : multiplier) ?? 0)
  return rate.eq(0) ? null : rate
}

/** Returns one entry for each tax that is not 0; their sum is the total of taxes. */
function calculateTaxes(rent: Rent, { cleaning, others }: FeeLines): Tax[] {
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

/** Step 13: the whole amount is due at booking if the final payment would be due already. */
function calculatePayment(
  { property, currency, checkIn }: StayToPrice,
  total: Big,
  daysBefore: number,
) {
  const { full_payment_timing: dueDaysBefore, percentage_upon_reservation } = property
  const reservationShare = new Big(percentage_upon_reservation)
  const isFull = daysBefore <= dueDaysBefore || reservationShare.eq(1)
  const dueAtReservation = isFull ? total : roundMoney(total.times(reservationShare), currency)
  return {
    isFullAtReservation: isFull,
    amountUponReservation: dueAtReservation,
    amountRemaining: total.minus(dueAtReservation),
    fullPaymentDueDate: isFull ? null : dateOf(dayOf(checkIn) - dueDaysBefore),
  } satisfies Payment
}

/** Returns the terms that the order stores for later changes of the stay. */
function toStoredTerms({ property, fees, multiplier, agreed }: StayToPrice): StoredTerms {
  const prices = Object.keys(noPrices).flatMap(name => {
    const value = property[name as keyof AgreedPrices]
    return Number(value) === 0 ? [] : [[name, value]]
  })
  return {
    prices: Object.fromEntries(prices),
    fees: fees.map(feeToTuple),
    multiplier: agreed ? agreed.multiplier : multiplier,
    share: agreed?.share ?? null,
  }
}
