/** Comparison of an order with a quote, line by line. */
import type { BodyOf, ResponseOf } from '../../api/response-types.ts'

export type Order = ResponseOf<'GET /orders'>['orders'][number]
export type Quote = ResponseOf<'POST /quotes'>['quote']
type Overrides = NonNullable<BodyOf<'POST /quotes'>['quoteOverrides']>

/** Common fields of an order and a quote. */
type Priced = Pick<Order, 'rent' | 'fees' | 'totalAmount'> | Quote

export interface PriceLine {
  /** Name of a fee, or a key of the translations. */
  name: string
  kind: 'rent' | 'extraGuests' | 'discount' | 'fee' | 'taxes' | 'other'
  before: number
  after: number
}

/** Converts to cents, so that sums are exact. */
const cents = (amount: number) => Math.round(amount * 100)

function toPriceLines({ rent, fees, totalAmount }: Priced): Omit<PriceLine, 'after'>[] {
  const feeRows = [...(fees.cleaningFee ? [fees.cleaningFee] : []), ...fees.otherFees]
  const feeLines = feeRows.map(({ name, netPrice }) => {
    return { kind: 'fee' as const, name: name ?? '', before: netPrice }
  })
  const taxes =
    feeRows.reduce((sum, fee) => sum + cents(fee.taxAmount), cents(rent.taxAmount)) / 100
  const { rentNetPrice, extraGuestsNetPrice: extra, netPrice } = rent
  const discount = (cents(netPrice) - cents(rentNetPrice) - cents(extra)) / 100
  // Services and adjustments have no lines of their own: they are the rest of the total.
  const itemizedCents = feeLines.reduce((sum, fee) => sum + cents(fee.before), cents(netPrice))
  const other = (cents(totalAmount) - itemizedCents - cents(taxes)) / 100
  return [
    { kind: 'rent', name: 'rent', before: rentNetPrice },
    { kind: 'extraGuests', name: 'extraGuests', before: extra },
    { kind: 'discount', name: 'discount', before: discount },
    ...feeLines,
    { kind: 'taxes', name: 'taxes', before: taxes },
    { kind: 'other', name: 'other', before: other },
  ]
}

/** Compares lines; services and adjustments of the order are retained (contract/orders.md §2). */
export function comparePrices(order: Order, quote: Quote): PriceLine[] {
  const [before, after] = [toPriceLines(order), toPriceLines(quote)]
  const linesByKey = new Map<string, PriceLine>()
  for (const line of before) {
    const unchanged = line.kind === 'other' ? line.before : 0
    linesByKey.set(`${line.kind} ${line.name}`, { ...line, after: unchanged })
  }
  for (const { kind, name, before: amount } of after) {
    const key = `${kind} ${name}`
    const line = linesByKey.get(key) ?? { kind, name, before: 0, after: 0 }
    linesByKey.set(key, { ...line, after: line.after + amount })
  }
  const lines = [...linesByKey.values()]
  const kindOrder = ['rent', 'extraGuests', 'discount', 'fee', 'taxes', 'other']
  lines.sort((a, b) => kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind))
  return lines.filter(line => line.before !== 0 || line.after !== 0)
}

export function sumLines(lines: readonly PriceLine[], side: 'before' | 'after'): number {
  return lines.reduce((sum, line) => sum + cents(line[side]), 0) / 100
}

/** Returns overrides that retain the prices of an order for other dates or another property. */
export function retainPrices(order: Order, quote: Quote): Overrides {
  const { rent, fees } = order
  const targetUids = new Set(quote.fees.otherFees.map(({ uid }) => uid))
  // A fee that the target has, too, is overridden by its uid; the others are added as new fees.
  const otherFees = fees.otherFees.map(
    ({ uid, name, amountType, netPrice, taxAmount, taxationRate }) => {
      const amount = amountType === 'TAX' ? taxAmount : netPrice
      if (uid !== null && targetUids.has(uid)) return { feeUid: uid, netPrice: amount }
      return { name, amountType, netPrice: amount, taxationRate }
    },
  )
  const orderUids = new Set(fees.otherFees.map(({ uid }) => uid))
  // Fees that only the target has are removed.
  const addedUids = [...targetUids].filter(uid => uid !== null && !orderUids.has(uid))
  const { cleaningFee: cleaning } = fees
  return {
    rent: { rentNetPrice: rent.rentNetPrice, extraGuestsNetPrice: rent.extraGuestsNetPrice },
    fees: {
      cleaningFee: cleaning && {
        netPrice: cleaning.netPrice,
        taxationRate: cleaning.taxationRate,
      },
      otherFees: [...otherFees, ...addedUids.map(feeUid => ({ feeUid, removed: true }))],
    },
  }
}
