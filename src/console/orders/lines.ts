/** The lines of a price. Pure. */
import type { AnswerOf } from '../api/answer.ts'
import type { Order } from '../leads/leads.read.ts'
import type { LeadWords } from '../words/lead-words.ts'

export type Quote = AnswerOf<'POST /quotes'>['quote']

/** What orders and quotes have in common, and what only orders have. */
export interface Priced {
  currency: string
  totalAmount: number
  totalTaxesAmount: number
  securityDeposit: number
  rent: Pick<
    Order['rent'],
    | 'rentNetPrice'
    | 'extraGuestsNetPrice'
    | 'rentBreakdowns'
    | 'discount'
    | 'taxationRate'
    | 'taxAmount'
  >
  fees: {
    cleaningFee: Fee | null
    otherFees: Fee[]
  }
  services?: Pick<Order['services'][number], 'uid' | 'title' | 'quantity' | 'grossPrice'>[]
  adjustmentItems?: Order['adjustmentItems']
}

type Fee = Pick<
  NonNullable<Order['fees']['cleaningFee']>,
  'uid' | 'name' | 'grossPrice' | 'taxAmount' | 'amountType'
>

export interface PriceLine {
  id: string
  name: string
  note?: string | null
  /** What of the amount is tax. */
  tax?: number
  amount: number
  nights?: { nightlyDate: string; nightlyAmount: number }[]
}

/** What the price is made of; lines of nothing are left out. */
export function linesOf(
  { rent, fees, services = [], adjustmentItems = [] }: Priced,
  words: LeadWords['money'],
  percent: (rate: number) => string,
): PriceLine[] {
  const { discount, rentBreakdowns: nights } = rent
  const lines: PriceLine[] = [
    { id: 'rent', name: words.nights(nights.length), amount: rent.rentNetPrice, nights },
    { id: 'extra guests', name: words.extraGuests, amount: rent.extraGuestsNetPrice },
    {
      id: 'discount',
      name: words.discount(discount?.discountCode ?? ''),
      amount: -(discount?.amount ?? 0),
    },
    { id: 'rent tax', name: words.rentTax(percent(rent.taxationRate)), amount: rent.taxAmount },
    ...(fees.cleaningFee ? [feeLine(fees.cleaningFee, 'cleaning', words.cleaning)] : []),
    ...fees.otherFees.map((fee, i) => feeLine(fee, fee.uid ?? `fee ${i}`, fee.name)),
    ...services.map(({ uid, title, quantity, grossPrice }) => {
      return { id: uid, name: words.service(title, quantity), amount: grossPrice }
    }),
    ...adjustmentItems.map(({ uid, transactionType, adjustmentType, amount, note }) => ({
      id: uid,
      name: `${words.directions[transactionType]}, ${words.categories[adjustmentType]}`,
      note,
      amount: transactionType === 'REFUND' ? -amount : amount,
    })),
  ]
  return lines.filter(({ id, amount }) => id === 'rent' || amount !== 0)
}

/** A row that is a tax says so by its name. */
function feeLine(fee: Fee, id: string, name: string): PriceLine {
  const tax = fee.amountType === 'TAX' ? {} : { tax: fee.taxAmount }
  return { id, name, amount: fee.grossPrice, ...tax }
}
