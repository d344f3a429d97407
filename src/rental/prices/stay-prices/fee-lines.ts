/** The cleaning fee and step 10 of contract/pricing.md §7. */
import Big from 'big.js'
import { roundMoney, sumAmounts } from '../../../platform/money.ts'
import type { FeeLine, FeeLines, StayToPrice } from '../quotes/quote.ts'
import { type FeeRow, feeRows, prorate } from './fee-rows.ts'

const zero = new Big(0)

/** Bases of percentages. */
interface Bases {
  rent: Big
  total: Big
}

/**
 * Returns the fee lines of a stay whose rent, after the discount, is `netPrice`. Amounts are
 * calculated in three passes, each with the total of the former ones: amounts, percentages of the
 * total, and tax rows.
 */
export function calculateFeeLines(stay: StayToPrice, netPrice: Big, nights: number): FeeLines {
  const cleaning = cleaningLine(stay)
  const rows = feeRows(stay, nights)
  const lines = new Map<FeeRow, FeeLine>()
  let total = netPrice.plus(cleaning?.net ?? zero)
  for (const pass of passes) {
    const passRows = rows.filter(row => selectPass(row) === pass)
    const bases = { rent: netPrice, total }
    for (const row of passRows) lines.set(row, calculateFeeLine(row, bases, stay, nights))
    const includedRows = passRows.filter(({ list }) => list === 'others')
    total = total.plus(sumAmounts(includedRows.map(row => lines.get(row)!.net)))
  }
  const linesIn = (list: FeeRow['list']) =>
    rows.filter(row => row.list === list).map(row => lines.get(row)!)
  return {
    cleaning,
    others: linesIn('others'),
    offline: linesIn('offline'),
    optional: linesIn('optional'),
  }
}

/** Passes of the calculation, in order. */
const passes = ['AMOUNTS', 'PERCENTAGES_OF_TOTAL', 'TAX_ROWS'] as const

function selectPass({ isTax, scope }: FeeRow): (typeof passes)[number] {
  if (isTax) return 'TAX_ROWS'
  return scope === 'PERCENTAGE_OF_TOTAL' ? 'PERCENTAGES_OF_TOTAL' : 'AMOUNTS'
}

/**
 * Returns null if there is no cleaning fee, or an override removes it (contract/orders.md §3.3).
 */
function cleaningLine(stay: StayToPrice): FeeLine | null {
  const { property, currency, overrides, isEditable, agreed } = stay
  const override = overrides?.fees?.cleaningFee
  if (override === null) return null
  const fullPrice = new Big(override?.netPrice ?? property.cleaning_fee)
  const net = roundMoney(prorate(fullPrice, agreed), currency)
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

function calculateFeeLine(row: FeeRow, bases: Bases, stay: StayToPrice, nights: number): FeeLine {
  const { uid, name, isTax, rate, fixedAmount } = row
  const base = percentageBase(row, bases)
  const amount = fixedAmount ?? calculateAmount(row, base, stay, nights)
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
    taxed: isTax && base && !fixedAmount ? { amount: base, rate: row.amount.times('0.01') } : null,
  }
}

function percentageBase({ scope }: FeeRow, { rent, total }: Bases): Big | null {
  if (scope === 'PERCENTAGE_OF_RENT') return rent
  return scope === 'PERCENTAGE_OF_TOTAL' ? total : null
}

function calculateAmount(row: FeeRow, base: Big | null, stay: StayToPrice, nights: number): Big {
  const { amount, scope } = row
  if (base) return roundMoney(amount.times('0.01').times(base), stay.currency)
  const unrounded = amount.times(multiplicand(row, stay, nights))
  // Fees per stay are prorated over the parts of a split stay.
  const isPerStay = !scope.endsWith('PER_NIGHT')
  return roundMoney(isPerStay ? prorate(unrounded, stay.agreed) : unrounded, stay.currency)
}

function multiplicand(row: FeeRow, stay: StayToPrice, nights: number): number {
  const { scope, maximumNights } = row
  const countedNights = maximumNights > 0 ? Math.min(nights, maximumNights) : nights
  switch (scope) {
    case 'PER_NIGHT':
      return countedNights
    case 'PER_GUEST':
      return countPersons(row, stay)
    case 'PER_GUEST_PER_NIGHT':
      return countPersons(row, stay) * countedNights
    case 'PER_PET':
      return stay.pets
    case 'PER_PET_PER_NIGHT':
      return stay.pets * countedNights
    default:
      return 1
  }
}

function countPersons({ persons }: FeeRow, { guests, children = 0, infants = 0 }: StayToPrice) {
  if (persons === 'ALL') return guests + infants
  return persons === 'ADULTS' ? Math.max(0, guests - children) : guests
}
