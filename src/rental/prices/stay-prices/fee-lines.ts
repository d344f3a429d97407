/** The cleaning fee and step 10 of contract/pricing.md §7. */
import Big from 'big.js'
import { roundMoney, sumOf } from '../../../platform/money.ts'
import type { FeeLine, FeeLines, StayToPrice } from '../quotes/quote.ts'
import { type FeeRow, feeRows, shareOf } from './fee-rows.ts'

const zero = new Big(0)

/** What percentages are taken of. */
interface Bases {
  rent: Big
  total: Big
}

/**
 * The fee lines of a stay whose rent, after the discount, is `netPrice`. Amounts are worked out in
 * three turns, each of which sees the total of those before: amounts, amounts that are a percentage
 * of the total, and tax rows.
 */
export function feeLinesOf(stay: StayToPrice, netPrice: Big, nights: number): FeeLines {
  const cleaning = cleaningLine(stay)
  const rows = feeRows(stay, nights)
  const lines = new Map<FeeRow, FeeLine>()
  let total = netPrice.plus(cleaning?.net ?? zero)
  for (const turn of [0, 1, 2]) {
    const turnRows = rows.filter(row => turnOf(row) === turn)
    const bases = { rent: netPrice, total }
    for (const row of turnRows) lines.set(row, lineOf(row, bases, stay, nights))
    const charged = turnRows.filter(({ list }) => list === 'others')
    total = total.plus(sumOf(charged.map(row => lines.get(row)!.net)))
  }
  const listed = (list: FeeRow['list']) =>
    rows.filter(row => row.list === list).map(row => lines.get(row)!)
  return {
    cleaning,
    others: listed('others'),
    offline: listed('offline'),
    optional: listed('optional'),
  }
}

function turnOf({ isTax, scope }: FeeRow): number {
  if (isTax) return 2
  return scope === 'PERCENTAGE_OF_TOTAL' ? 1 : 0
}

/** Null when there is none, or an override removes it (contract/orders.md §3.3). */
function cleaningLine(stay: StayToPrice): FeeLine | null {
  const { property, currency, overrides, isEditable, agreed } = stay
  const override = overrides?.fees?.cleaningFee
  if (override === null) return null
  const whole = new Big(override?.netPrice ?? property.cleaning_fee)
  const net = roundMoney(shareOf(whole, agreed), currency)
  if (net.eq(0)) return null
  const rate = new Big(override?.taxationRate ?? property.cleaning_fee_tax_rate)
  const tax = roundMoney(net.times(rate), currency)
  return {
    kind: 'CLEANING',
    uid: null,
    name: 'Cleaning fee',
    amountType: 'AMOUNT',
    isEditable,
    net,
    rate,
    tax,
    gross: net.plus(tax),
    taxed: null,
  }
}

function lineOf(row: FeeRow, bases: Bases, stay: StayToPrice, nights: number): FeeLine {
  const { uid, name, isTax, rate, final } = row
  const base = percentageBase(row, bases)
  const amount = final ?? amountOf(row, base, stay, nights)
  const net = isTax ? zero : amount
  const tax = isTax ? amount : roundMoney(net.times(rate), stay.currency)
  return {
    kind: 'FEE',
    uid,
    name,
    amountType: isTax ? 'TAX' : 'AMOUNT',
    isEditable: stay.isEditable,
    net,
    rate,
    tax,
    gross: net.plus(tax),
    taxed: isTax && base && !final ? { amount: base, rate: row.amount.times('0.01') } : null,
  }
}

function percentageBase({ scope }: FeeRow, { rent, total }: Bases): Big | null {
  if (scope === 'PERCENTAGE_OF_RENT') return rent
  return scope === 'PERCENTAGE_OF_TOTAL' ? total : null
}

function amountOf(row: FeeRow, base: Big | null, stay: StayToPrice, nights: number): Big {
  const { amount, scope } = row
  if (base) return roundMoney(amount.times('0.01').times(base), stay.currency)
  const exact = amount.times(multiplicand(row, stay, nights))
  // Parts of a split stay share the fees that are paid once for the whole stay.
  const isOnce = !scope.endsWith('PER_NIGHT')
  return roundMoney(isOnce ? shareOf(exact, stay.agreed) : exact, stay.currency)
}

function multiplicand(row: FeeRow, stay: StayToPrice, nights: number): number {
  const { scope, maximumNights } = row
  const counted = maximumNights > 0 ? Math.min(nights, maximumNights) : nights
  switch (scope) {
    case 'PER_NIGHT':
      return counted
    case 'PER_GUEST':
      return personsOf(row, stay)
    case 'PER_GUEST_PER_NIGHT':
      return personsOf(row, stay) * counted
    case 'PER_PET':
      return stay.pets
    case 'PER_PET_PER_NIGHT':
      return stay.pets * counted
    default:
      return 1
  }
}

function personsOf({ persons }: FeeRow, { guests, children = 0, infants = 0 }: StayToPrice) {
  if (persons === 'ALL') return guests + infants
  return persons === 'ADULTS' ? Math.max(0, guests - children) : guests
}
