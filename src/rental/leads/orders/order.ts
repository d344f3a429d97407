/** The order of a lead, its money: contract/orders.md §1. */
import { isDeepStrictEqual } from 'node:util'
import Big from 'big.js'
import type { Insertable, Selectable } from 'kysely'
import { moneyText, sumOf } from '../../../platform/money.ts'
import type { OrderService } from '../../around/order-services/order-service.ts'
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

/** What names an order in its agency. */
export type OrderKey = Pick<Selectable<OrdersTable>, 'agency_uid' | 'uid'>

/** An order as it is stored. */
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

/** The columns of an order that its calculation decides. */
export type PricedColumns = Omit<
  Insertable<OrdersTable>,
  'agency_uid' | 'uid' | 'lead_uid' | 'created_at' | 'updated_at'
>

/**
 * A priced stay as the columns of an order, amounts with all minor digits of the currency.
 * `overrides` are those that it was priced with, kept for when it is priced anew.
 */
export function orderColumns(priced: PricedStay, overrides: QuoteOverrides | null): PricedColumns {
  const { currency, rent, fees } = priced
  const text = (amount: Big) => moneyText(amount, currency)
  const lines = fees.cleaning ? [fees.cleaning, ...fees.others] : fees.others
  return {
    currency,
    rent_net_price: text(rent.rentNetPrice),
    rent_base_net_price: text(rent.rentBaseNetPrice),
    extra_guests_net_price: text(rent.extraGuestsNetPrice),
    extra_guests_base_net_price: text(rent.extraGuestsBaseNetPrice),
    rate_multiplier: priced.rateMultiplier?.toFixed() ?? null,
    rate_multiplier_amount: text(rent.rateMultiplierAmount),
    rent_breakdowns: jsonList(rent.nights.map(night => nightText(night, text))),
    list_price: text(rent.listPrice),
    discount: rent.discount && discountText(rent.discount, text),
    net_price: text(rent.netPrice),
    rent_taxation_rate: rent.taxationRate.toFixed(),
    rent_tax_amount: text(rent.taxAmount),
    rent_gross_price: text(rent.grossPrice),
    security_deposit: text(priced.securityDeposit),
    fee_lines: jsonList(lines.map(line => lineText(line, text))),
    all_fees_gross_amount: text(priced.allFeesGrossAmount),
    total_amount: text(priced.totalAmount),
    total_taxes_amount: text(priced.totalTaxesAmount),
    channel_commission: priced.channelCommission && text(priced.channelCommission),
    force_full_payment: priced.payment.isFullAtReservation,
    quote_overrides: overrides && JSON.stringify(overrides),
    promo_code_uid: rent.discount?.promoCodeUid ?? null,
    promo_use_uid: null,
    terms: JSON.stringify(priced.terms),
  }
}

/**
 * An order's totals, of what it was priced at, its services and its adjustments, of which those of
 * tax count as tax, too. The security deposit is part of none (contract/orders.md §1.2).
 */
export function totalsOf(
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
  const onTax = adjustments.filter(({ adjustment_type }) => adjustment_type === 'TAX')
  const total = [
    new Big(order.rent_gross_price),
    new Big(order.all_fees_gross_amount),
    ...services.map(({ gross_price }) => new Big(gross_price)),
    ...adjustments.map(signedAmount),
  ]
  const taxes = [
    new Big(order.rent_tax_amount),
    ...order.fee_lines.map(({ taxAmount }) => new Big(taxAmount)),
    ...onTax.map(signedAmount),
  ]
  return {
    total_amount: moneyText(sumOf(total), order.currency),
    total_taxes_amount: moneyText(sumOf(taxes), order.currency),
  }
}

type Text = (amount: Big) => string

function nightText({ date, amount, base }: Night, text: Text): string {
  const amounts: Record<string, string> = { nightlyAmount: text(amount) }
  if (!base.eq(amount)) amounts.nightlyBaseAmount = text(base)
  return withAmounts({ nightlyDate: date }, amounts)
}

function discountText({ code, type, amount, percent }: Discount, text: Text): string {
  const words = { discountCode: code, discountType: type }
  return withAmounts(words, { amount: text(amount), percent: percent?.toFixed() ?? 'null' })
}

function lineText(line: FeeLine, text: Text): string {
  const { kind, uid, name, amountType, isEditable } = line
  return withAmounts(
    { kind, uid, name, amountType, isEditable },
    {
      netPrice: text(line.net),
      taxationRate: line.rate.toFixed(),
      taxAmount: text(line.tax),
      grossAmount: text(line.gross),
    },
  )
}

/** An object as JSON text whose amounts are written as they are, with their trailing zeros. */
function withAmounts(words: Record<string, unknown>, amounts: Record<string, string>): string {
  const entries = Object.entries(amounts).map(([key, amount]) => `"${key}":${amount}`)
  return `${JSON.stringify(words).slice(0, -1)},${entries.join(',')}}`
}

function jsonList(items: string[]): string {
  return `[${items.join(',')}]`
}

/** Amounts of an order that follow from its parts, and columns that are no price. */
const passedOver: readonly string[] = ['total_amount', 'total_taxes_amount', 'terms']

/** Whether an order is priced just as some columns would have it. */
export function isSamePrice(order: Order, priced: PricedColumns): boolean {
  const { agency_uid, uid, lead_uid, created_at, updated_at, ...kept } = order
  return Object.entries(kept).every(([column, value]) => {
    const wanted = priced[column as keyof PricedColumns]
    if (passedOver.includes(column)) return true
    const isJson = typeof value === 'object' && value !== null && typeof wanted === 'string'
    return isDeepStrictEqual(value, isJson ? JSON.parse(wanted) : wanted)
  })
}
