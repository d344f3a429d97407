/** Order of a lead: its price and line items (contract/orders.md §1). */
import { isDeepStrictEqual } from 'node:util'
import Big from 'big.js'
import type { Insertable, Selectable } from 'kysely'
import { moneyText, sumAmounts } from '../../../platform/money.ts'
import type {
  Discount,
  FeeLine,
  Night,
  PricedStay,
  QuoteOverrides,
  StoredNight,
  StoredTerms,
} from '../../prices/quotes/quote.ts'
import type { OrdersTable } from '../../tables.ts'
import { type OrderAdjustment, signedAmount } from '../order-adjustments/order-adjustment.ts'
import type { OrderService } from '../order-services/order-service.ts'

export type OrderKey = Pick<Selectable<OrdersTable>, 'agency_uid' | 'uid'>

export type Order = Omit<
  Selectable<OrdersTable>,
  'rent_breakdowns' | 'discount' | 'fee_lines' | 'quote_overrides' | 'terms'
> & {
  rent_breakdowns: StoredNight[]
  discount: StoredDiscount | null
  fee_lines: StoredLine[]
  quote_overrides: QuoteOverrides | null
  terms: StoredTerms | null
}

interface StoredDiscount {
  discountCode: string
  discountType: Discount['type']
  amount: number
  percent: number | null
}

export interface StoredLine {
  kind: FeeLine['kind']
  uid: string | null
  name: string
  amountType: FeeLine['amountType']
  isEditable: boolean
  netPrice: number
  taxationRate: number
  taxAmount: number
  grossAmount: number
}

/** Columns of an order that result from its price. */
export type PricedColumns = Omit<
  Insertable<OrdersTable>,
  'agency_uid' | 'uid' | 'lead_uid' | 'created_at' | 'updated_at'
>

/**
 * Returns the order columns of a priced stay, with all minor digits of the currency. `overrides`
 * are stored for later recalculations.
 */
export function orderColumns(priced: PricedStay, overrides: QuoteOverrides | null): PricedColumns {
  const { currency, rent, fees } = priced
  const toText = (amount: Big) => moneyText(amount, currency)
  const lines = fees.cleaning ? [fees.cleaning, ...fees.others] : fees.others
  return {
    currency,
    rent_net_price: toText(rent.rentNetPrice),
    rent_base_net_price: toText(rent.rentBaseNetPrice),
    extra_guests_net_price: toText(rent.extraGuestsNetPrice),
    extra_guests_base_net_price: toText(rent.extraGuestsBaseNetPrice),
    rate_multiplier: priced.rateMultiplier?.toFixed() ?? null,
    rate_multiplier_amount: toText(rent.rateMultiplierAmount),
    rent_breakdowns: jsonList(rent.nights.map(night => formatNight(night, toText))),
    list_price: toText(rent.listPrice),
    discount: rent.discount && formatDiscount(rent.discount, toText),
    net_price: toText(rent.netPrice),
    rent_taxation_rate: rent.taxationRate.toFixed(),
    rent_tax_amount: toText(rent.taxAmount),
    rent_gross_price: toText(rent.grossPrice),
    security_deposit: toText(priced.securityDeposit),
    fee_lines: jsonList(lines.map(line => formatLine(line, toText))),
    all_fees_gross_amount: toText(priced.allFeesGrossAmount),
    total_amount: toText(priced.totalAmount),
    total_taxes_amount: toText(priced.totalTaxesAmount),
    channel_commission: priced.channelCommission && toText(priced.channelCommission),
    force_full_payment: priced.payment.isFullAtReservation,
    quote_overrides: overrides && JSON.stringify(overrides),
    promo_code_uid: rent.discount?.promoCodeUid ?? null,
    promo_use_uid: null,
    terms: JSON.stringify(priced.terms),
  }
}

/**
 * Returns the totals of an order: price, services and adjustments. Adjustments of type TAX count as
 * tax, too. The security deposit is excluded (contract/orders.md §1.2).
 */
export function computeTotals(
  order: Pick<
    Order,
    'currency' | 'rent_gross_price' | 'rent_tax_amount' | 'all_fees_gross_amount' | 'fee_lines'
  >,
  {
    adjustments,
    services,
  }: {
    adjustments: Pick<OrderAdjustment, 'transaction_type' | 'adjustment_type' | 'amount'>[]
    services: Pick<OrderService, 'gross_price'>[]
  },
): { total_amount: string; total_taxes_amount: string } {
  const taxAdjustments = adjustments.filter(({ adjustment_type }) => adjustment_type === 'TAX')
  const total = [
    new Big(order.rent_gross_price),
    new Big(order.all_fees_gross_amount),
    ...services.map(({ gross_price }) => new Big(gross_price)),
    ...adjustments.map(signedAmount),
  ]
  const taxes = [
    new Big(order.rent_tax_amount),
    ...order.fee_lines.map(({ taxAmount }) => new Big(taxAmount)),
    ...taxAdjustments.map(signedAmount),
  ]
  return {
    total_amount: moneyText(sumAmounts(total), order.currency),
    total_taxes_amount: moneyText(sumAmounts(taxes), order.currency),
  }
}

/** Formats an amount with all minor digits of the order's currency. */
type AmountFormat = (amount: Big) => string

function formatNight({ date, amount, base }: Night, toText: AmountFormat): string {
  const amounts: Record<string, string> = { nightlyAmount: toText(amount) }
  if (!base.eq(amount)) amounts.nightlyBaseAmount = toText(base)
  return withAmounts({ nightlyDate: date }, amounts)
}

function formatDiscount({ code, type, amount, percent }: Discount, toText: AmountFormat): string {
  const members = { discountCode: code, discountType: type }
  return withAmounts(members, { amount: toText(amount), percent: percent?.toFixed() ?? 'null' })
}

function formatLine(line: FeeLine, toText: AmountFormat): string {
  const { kind, uid, name, amountType, isEditable } = line
  return withAmounts(
    { kind, uid, name, amountType, isEditable },
    {
      netPrice: toText(line.net),
      taxationRate: line.rate.toFixed(),
      taxAmount: toText(line.tax),
      grossAmount: toText(line.gross),
    },
  )
}

/** Returns an object as JSON text; `amounts` become numbers that keep their trailing zeros. */
function withAmounts(members: Record<string, unknown>, amounts: Record<string, string>): string {
  const entries = Object.entries(amounts).map(([key, amount]) => `"${key}":${amount}`)
  // Adds the amounts before the closing brace.
  return `${JSON.stringify(members).slice(0, -1)},${entries.join(',')}}`
}

function jsonList(items: string[]): string {
  return `[${items.join(',')}]`
}

/**
 * Columns that `isSamePrice` ignores: totals, which include line items, and columns without a
 * price.
 */
const ignoredColumns: readonly string[] = ['total_amount', 'total_taxes_amount', 'terms']

/** Returns whether an order has exactly the given price. */
export function isSamePrice(order: Order, priced: PricedColumns): boolean {
  const { agency_uid, uid, lead_uid, created_at, updated_at, ...stored } = order
  return Object.entries(stored).every(([column, value]) => {
    const expected = priced[column as keyof PricedColumns]
    if (ignoredColumns.includes(column)) return true
    // Rows have parsed JSON columns, new columns their texts.
    const isJson = typeof value === 'object' && value !== null && typeof expected === 'string'
    return isDeepStrictEqual(value, isJson ? JSON.parse(expected) : expected)
  })
}
