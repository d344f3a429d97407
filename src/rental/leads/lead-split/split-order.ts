/** Division of an order between the two parts of a split stay: contract/leads.md §9.5. Pure. */
import Big from 'big.js'
import { dayOf } from '../../../platform/dates/dates.ts'
import { moneyText, roundMoney, sumAmounts } from '../../../platform/money.ts'
import type { QuoteOverrides } from '../../prices/quotes/quote.ts'
import type { Stay } from '../../prices/stays/stay.ts'
import type { Order, PricedColumns, StoredLine } from '../orders/order.ts'

/** Original order, and the columns of the orders of both parts. */
export interface SplitOrder {
  order: Order
  first: PricedColumns
  second: PricedColumns
}

/**
 * Prorates an order. The second part gets its share of every amount, rounded to the currency, and
 * the first part the rest, so both add up to the original. Rent follows its nights; amounts that
 * depend on rent follow it in proportion; all others follow the number of nights. The first part
 * keeps the security deposit. Both keep the promo code, as one redemption.
 */
export function splitOrder(order: Order, date: string, { checkIn, checkOut }: Stay): SplitOrder {
  const [nights, nightsAfter] = [dayOf(checkOut) - dayOf(checkIn), dayOf(checkOut) - dayOf(date)]
  const splitPoint = { date, nights, nightsAfter }
  const second = secondPartAmounts(order, splitPoint)
  const toText = (amount: Big) => moneyText(amount, order.currency)
  const toColumns = (part: PartAmounts, { isFirst }: { isFirst: boolean }): PricedColumns => ({
    currency: order.currency,
    rent_net_price: toText(part.rent),
    rent_base_net_price: toText(part.rentBase),
    extra_guests_net_price: toText(part.extraGuests),
    extra_guests_base_net_price: toText(part.extraGuestsBase),
    rate_multiplier: order.rate_multiplier,
    rate_multiplier_amount: toText(part.rateMultiplierAmount),
    rent_breakdowns: JSON.stringify(
      order.rent_breakdowns.filter(({ nightlyDate }) => nightlyDate < splitPoint.date === isFirst),
    ),
    list_price: toText(part.listPrice),
    discount:
      order.discount && JSON.stringify({ ...order.discount, amount: Number(part.discount) }),
    net_price: toText(part.listPrice.minus(part.discount)),
    rent_taxation_rate: order.rent_taxation_rate,
    rent_tax_amount: toText(part.tax),
    rent_gross_price: toText(part.listPrice.minus(part.discount).plus(part.tax)),
    security_deposit: isFirst ? order.security_deposit : toText(new Big(0)),
    fee_lines: JSON.stringify(part.lines),
    all_fees_gross_amount: toText(totalFees(part)),
    total_amount: toText(part.listPrice.minus(part.discount).plus(part.tax).plus(totalFees(part))),
    total_taxes_amount: toText(
      part.tax.plus(sumAmounts(part.lines.map(line => new Big(line.taxAmount)))),
    ),
    channel_commission: part.commission && toText(part.commission),
    force_full_payment: order.force_full_payment,
    ...splitTerms(order, part, { ...splitPoint, isFirst }),
    promo_code_uid: order.promo_code_uid,
    // Both orders count as one use of the code, the one of the original lead.
    promo_use_uid: order.promo_code_uid && (order.promo_use_uid ?? order.lead_uid),
  })
  return {
    order,
    first: toColumns(subtractAmounts(order, second), { isFirst: true }),
    second: toColumns(second, { isFirst: false }),
  }
}

/**
 * Returns the terms of a part for later changes: those of the original with the part's share of
 * one-time charges, and its share of overridden prices. Orders of earlier releases have no terms;
 * later changes price them with the current fees.
 */
function splitTerms(
  order: Order,
  part: PartAmounts,
  splitPoint: SplitPoint & { isFirst: boolean },
) {
  const { terms, quote_overrides: overrides } = order
  if (!terms) return { terms: null, quote_overrides: null }
  const { isFirst, nights, nightsAfter } = splitPoint
  // Fraction of the original stay. A part may be split again, so the fractions are multiplied.
  const [numerator, denominator] = terms.share ?? [1, 1]
  const partNights = isFirst ? nights - nightsAfter : nightsAfter
  const share: [number, number] = [numerator * partNights, denominator * nights]
  const deposit = isFirst ? {} : { security_deposit: '0' }
  const partTerms = { ...terms, prices: { ...terms.prices, ...deposit }, share }
  return {
    terms: JSON.stringify(partTerms),
    quote_overrides: overrides && JSON.stringify(splitOverrides(overrides, part, isFirst)),
  }
}

function splitOverrides(
  overrides: QuoteOverrides,
  part: PartAmounts,
  isFirst: boolean,
): QuoteOverrides {
  const { rent, channelCommission, securityDeposit, ...unchanged } = overrides
  const rentPrices = {
    ...(rent?.rentNetPrice == null ? {} : { rentNetPrice: part.rent.toNumber() }),
    ...(rent?.extraGuestsNetPrice == null
      ? {}
      : { extraGuestsNetPrice: part.extraGuests.toNumber() }),
  }
  const commission = part.commission && { channelCommission: { amount: Number(part.commission) } }
  return {
    ...unchanged,
    ...(rent ? { rent: rentPrices } : {}),
    ...(channelCommission ? commission : {}),
    ...(securityDeposit == null ? {} : { securityDeposit: isFirst ? securityDeposit : 0 }),
  }
}

/** First date of the second part, and the nights of the second part and of the whole stay. */
interface SplitPoint {
  date: string
  nightsAfter: number
  nights: number
}

/** Amounts of one part, from which all its other amounts follow. */
interface PartAmounts {
  rent: Big
  rentBase: Big
  extraGuests: Big
  extraGuestsBase: Big
  rateMultiplierAmount: Big
  listPrice: Big
  discount: Big
  tax: Big
  lines: StoredLine[]
  commission: Big | null
}

/** Returns the second part's share of each amount, rounded. */
function secondPartAmounts(order: Order, splitPoint: SplitPoint): PartAmounts {
  const round = (amount: Big) => roundMoney(amount, order.currency)
  const shareByNights = (amount: string | number) =>
    round(new Big(amount).times(splitPoint.nightsAfter).div(splitPoint.nights))
  const nightly = order.rent_breakdowns.map(night => ({
    isAfter: night.nightlyDate >= splitPoint.date,
    amount: new Big(night.nightlyAmount),
  }))
  const nightsTotal = sumAmounts(nightly.map(({ amount }) => amount))
  const secondNightsTotal = sumAmounts(
    nightly.filter(night => night.isAfter).map(({ amount }) => amount),
  )
  const prorate = (amount: string | number, part: Big, total: Big) =>
    total.eq(0) ? shareByNights(amount) : round(new Big(amount).times(part).div(total))
  const shareByRent = (amount: string | number) => prorate(amount, secondNightsTotal, nightsTotal)
  // Nightly amounts that add up to the rent need no rounding.
  const rent = nightsTotal.eq(order.rent_net_price)
    ? secondNightsTotal
    : shareByRent(order.rent_net_price)
  const extraGuests = shareByNights(order.extra_guests_net_price)
  const listPrice = splitListPrice(order, rent.plus(extraGuests), prorate)
  const discount = prorate(order.discount?.amount ?? 0, listPrice, new Big(order.list_price))
  const net = listPrice.minus(discount)
  return {
    rent,
    rentBase: shareByRent(order.rent_base_net_price),
    extraGuests,
    extraGuestsBase: shareByNights(order.extra_guests_base_net_price),
    rateMultiplierAmount: shareByRent(order.rate_multiplier_amount),
    listPrice,
    discount,
    tax: prorate(order.rent_tax_amount, net, new Big(order.net_price)),
    lines: order.fee_lines.map(line =>
      withAmounts(line, shareByNights(line.netPrice), shareByNights(line.taxAmount)),
    ),
    commission: order.channel_commission === null ? null : shareByRent(order.channel_commission),
  }
}

/** Returns the second part's list price, in proportion to rent and extra guests. */
function splitListPrice(
  order: Order,
  partPrice: Big,
  prorate: (amount: string, part: Big, total: Big) => Big,
): Big {
  const total = new Big(order.rent_net_price).plus(order.extra_guests_net_price)
  return total.eq(order.list_price) ? partPrice : prorate(order.list_price, partPrice, total)
}

/** Returns the amounts of the first part: those of the order without the second part's. */
function subtractAmounts(order: Order, second: PartAmounts): PartAmounts {
  const subtract = (amount: string | number, part: Big) => new Big(amount).minus(part)
  return {
    rent: subtract(order.rent_net_price, second.rent),
    rentBase: subtract(order.rent_base_net_price, second.rentBase),
    extraGuests: subtract(order.extra_guests_net_price, second.extraGuests),
    extraGuestsBase: subtract(order.extra_guests_base_net_price, second.extraGuestsBase),
    rateMultiplierAmount: subtract(order.rate_multiplier_amount, second.rateMultiplierAmount),
    listPrice: subtract(order.list_price, second.listPrice),
    discount: subtract(order.discount?.amount ?? 0, second.discount),
    tax: subtract(order.rent_tax_amount, second.tax),
    lines: order.fee_lines.map((line, i) => {
      const { netPrice, taxAmount } = second.lines[i]!
      return withAmounts(
        line,
        subtract(line.netPrice, Big(netPrice)),
        subtract(line.taxAmount, Big(taxAmount)),
      )
    }),
    commission:
      order.channel_commission === null
        ? null
        : subtract(order.channel_commission, second.commission!),
  }
}

function withAmounts(line: StoredLine, net: Big, tax: Big): StoredLine {
  const [netPrice, taxAmount] = [net.toNumber(), tax.toNumber()]
  return { ...line, netPrice, taxAmount, grossAmount: net.plus(tax).toNumber() }
}

function totalFees({ lines }: PartAmounts): Big {
  return sumAmounts(lines.map(({ grossAmount }) => new Big(grossAmount)))
}
