/** An order and a quote line by line, beside each other. */
import type { AnswerOf, BodyOf } from '../../api/answer.ts'

export type Order = AnswerOf<'GET /orders'>['orders'][number]
export type Quote = AnswerOf<'POST /quotes'>['quote']
type Overrides = NonNullable<BodyOf<'POST /quotes'>['quoteOverrides']>

/** What an order and a quote have in common. */
type Priced = Pick<Order, 'rent' | 'fees' | 'totalAmount'> | Quote

export interface PriceLine {
  /** A name of the interface, or one of ours. */
  name: string
  kind: 'rent' | 'extraGuests' | 'discount' | 'fee' | 'taxes' | 'other'
  before: number
  after: number
}

/** In cents, so that sums are exact. */
const cents = (amount: number) => Math.round(amount * 100)

function linesOf({ rent, fees, totalAmount }: Priced): Omit<PriceLine, 'after'>[] {
  const rows = [...(fees.cleaningFee ? [fees.cleaningFee] : []), ...fees.otherFees]
  const feeLines = rows.map(({ name, netPrice }) => {
    return { kind: 'fee' as const, name: name ?? '', before: netPrice }
  })
  const taxes = rows.reduce((sum, fee) => sum + cents(fee.taxAmount), cents(rent.taxAmount)) / 100
  const { rentNetPrice, extraGuestsNetPrice: extra, netPrice } = rent
  const discount = (cents(netPrice) - cents(rentNetPrice) - cents(extra)) / 100
  const known = feeLines.reduce((sum, fee) => sum + cents(fee.before), cents(netPrice))
  const other = (cents(totalAmount) - known - cents(taxes)) / 100
  return [
    { kind: 'rent', name: 'rent', before: rentNetPrice },
    { kind: 'extraGuests', name: 'extraGuests', before: extra },
    { kind: 'discount', name: 'discount', before: discount },
    ...feeLines,
    { kind: 'taxes', name: 'taxes', before: taxes },
    { kind: 'other', name: 'other', before: other },
  ]
}

/** Services and adjustments of the order stay: contract/orders.md §2. */
export function compared(order: Order, quote: Quote): PriceLine[] {
  const [before, after] = [linesOf(order), linesOf(quote)]
  const found = new Map<string, PriceLine>()
  for (const line of before) {
    const stays = line.kind === 'other' ? line.before : 0
    found.set(`${line.kind} ${line.name}`, { ...line, after: stays })
  }
  for (const { kind, name, before: amount } of after) {
    const key = `${kind} ${name}`
    const line = found.get(key) ?? { kind, name, before: 0, after: 0 }
    found.set(key, { ...line, after: line.after + amount })
  }
  const lines = [...found.values()]
  const places = ['rent', 'extraGuests', 'discount', 'fee', 'taxes', 'other']
  lines.sort((one, other) => places.indexOf(one.kind) - places.indexOf(other.kind))
  return lines.filter(line => line.before !== 0 || line.after !== 0)
}

export function sumOf(lines: readonly PriceLine[], side: 'before' | 'after'): number {
  return lines.reduce((sum, line) => sum + cents(line[side]), 0) / 100
}

/** What keeps the prices of an order for other dates, or at another property. */
export function keptPrices(order: Order, quote: Quote): Overrides {
  const { rent, fees } = order
  const there = new Set(quote.fees.otherFees.map(({ uid }) => uid))
  const kept = fees.otherFees.map(
    ({ uid, name, amountType, netPrice, taxAmount, taxationRate }) => {
      const amount = amountType === 'TAX' ? taxAmount : netPrice
      if (uid !== null && there.has(uid)) return { feeUid: uid, netPrice: amount }
      return { name, amountType, netPrice: amount, taxationRate }
    },
  )
  const own = new Set(fees.otherFees.map(({ uid }) => uid))
  const added = [...there].filter(uid => uid !== null && !own.has(uid))
  const { cleaningFee: cleaning } = fees
  return {
    rent: { rentNetPrice: rent.rentNetPrice, extraGuestsNetPrice: rent.extraGuestsNetPrice },
    fees: {
      cleaningFee: cleaning && {
        netPrice: cleaning.netPrice,
        taxationRate: cleaning.taxationRate,
      },
      otherFees: [...kept, ...added.map(feeUid => ({ feeUid, removed: true }))],
    },
  }
}
