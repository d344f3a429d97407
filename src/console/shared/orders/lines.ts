/** Line items of a price. Pure functions. */
import type { ResponseOf } from '../../api/response-types.ts'
import type { LeadTranslations } from '../../i18n/lead-translations.ts'
import type { Order } from '../lead/leads.query.ts'

export type Quote = ResponseOf<'POST /quotes'>['quote']

/** Price of a quote or an order, with members that only orders have. */
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
  /** Tax included in the amount. */
  tax?: number
  amount: number
  nights?: { nightlyDate: string; nightlyAmount: number }[]
}

/** Lists the line items of a price, except those of zero. */
export function listPriceLines(
  { rent, fees, services = [], adjustmentItems = [] }: Priced,
  texts: LeadTranslations['money'],
  percent: (rate: number) => string,
): PriceLine[] {
  const { discount, rentBreakdowns: nights } = rent
  const lines: PriceLine[] = [
    { id: 'rent', name: texts.nights(nights.length), amount: rent.rentNetPrice, nights },
    { id: 'extra guests', name: texts.extraGuests, amount: rent.extraGuestsNetPrice },
    {
      id: 'discount',
      name: texts.discount(discount?.discountCode ?? ''),
      amount: -(discount?.amount ?? 0),
    },
    { id: 'rent tax', name: texts.rentTax(percent(rent.taxationRate)), amount: rent.taxAmount },
    ...(fees.cleaningFee ? [feeLine(fees.cleaningFee, 'cleaning', texts.cleaning)] : []),
    ...fees.otherFees.map((fee, i) => feeLine(fee, fee.uid ?? `fee ${i}`, fee.name)),
    ...services.map(({ uid, title, quantity, grossPrice }) => {
      return { id: uid, name: texts.service(title, quantity), amount: grossPrice }
    }),
    ...adjustmentItems.map(({ uid, transactionType, adjustmentType, amount, note }) => ({
      id: uid,
      name: `${texts.directions[transactionType]}, ${texts.categories[adjustmentType]}`,
      note,
      amount: transactionType === 'REFUND' ? -amount : amount,
    })),
  ]
  return lines.filter(({ id, amount }) => id === 'rent' || amount !== 0)
}

/** Fees that are taxes themselves have no tax amount. */
function feeLine(fee: Fee, id: string, name: string): PriceLine {
  const tax = fee.amountType === 'TAX' ? {} : { tax: fee.taxAmount }
  return { id, name, amount: fee.grossPrice, ...tax }
}
