/** An order that is shared by the two parts of a split stay: contract/leads.md §9.5. Pure. */
import Big from 'big.js'
import { dayOf } from '../../../platform/dates.ts'
import { moneyText, roundMoney, sumOf } from '../../../platform/money.ts'
import type { QuoteOverrides } from '../../prices/quotes/quote.ts'
import type { Stay } from '../../prices/stays/stay.ts'
import type { Order, PricedColumns, StoredLine } from '../orders/order.ts'

/** What an order becomes: what the orders of both parts say. */
export interface SharedOrder {
  order: Order
  first: PricedColumns
  second: PricedColumns
}

/**
 * What the orders of both parts say. Of every amount the second part gets its share, rounded to the
 * currency, and the first what is left, so that both add up to what was agreed on. Rent goes with
 * its nights, what hangs on rent in proportion to it, everything else by the number of nights. The
 * first part keeps the security deposit, both the promo code, as one use of it.
 */
export function shareOrder(order: Order, date: string, { checkIn, checkOut }: Stay): SharedOrder {
  const [nights, nightsAfter] = [dayOf(checkOut) - dayOf(checkIn), dayOf(checkOut) - dayOf(date)]
  const cut = { date, nights, nightsAfter }
  const second = secondShare(order, cut)
  const text = (amount: Big) => moneyText(amount, order.currency)
  const columns = (part: Share, isFirst: boolean): PricedColumns => ({
    currency: order.currency,
    rent_net_price: text(part.rent),
    rent_base_net_price: text(part.rentBase),
    extra_guests_net_price: text(part.extra),
    extra_guests_base_net_price: text(part.extraBase),
    rate_multiplier: order.rate_multiplier,
    rate_multiplier_amount: text(part.multiplied),
    rent_breakdowns: JSON.stringify(
      order.rent_breakdowns.filter(({ nightlyDate }) => nightlyDate < cut.date === isFirst),
    ),
    list_price: text(part.list),
    discount:
      order.discount && JSON.stringify({ ...order.discount, amount: Number(part.discount) }),
    net_price: text(part.list.minus(part.discount)),
    rent_taxation_rate: order.rent_taxation_rate,
    rent_tax_amount: text(part.tax),
    rent_gross_price: text(part.list.minus(part.discount).plus(part.tax)),
    security_deposit: isFirst ? order.security_deposit : text(new Big(0)),
    fee_lines: JSON.stringify(part.lines),
    all_fees_gross_amount: text(feesOf(part)),
    total_amount: text(part.list.minus(part.discount).plus(part.tax).plus(feesOf(part))),
    total_taxes_amount: text(part.tax.plus(sumOf(part.lines.map(line => new Big(line.taxAmount))))),
    channel_commission: part.commission && text(part.commission),
    force_full_payment: order.force_full_payment,
    ...sharedTerms(order, part, { ...cut, isFirst }),
    promo_code_uid: order.promo_code_uid,
    promo_use_uid: order.promo_code_uid && (order.promo_use_uid ?? order.lead_uid),
  })
  return { order, first: columns(restOf(order, second), true), second: columns(second, false) }
}

/**
 * Returns the terms that a part keeps for later changes: those of the whole, of which it pays its
 * share of what is paid once, and the overridden prices as far as they are its own. An order
 * of a release before has no terms; a change takes fees as they are then.
 */
function sharedTerms(order: Order, part: Share, cut: Cut & { isFirst: boolean }) {
  const { terms, quote_overrides: overrides } = order
  if (!terms) return { terms: null, quote_overrides: null }
  const { isFirst, nights, nightsAfter } = cut
  const [own, all] = terms.share ?? [1, 1]
  const ofPart = isFirst ? nights - nightsAfter : nightsAfter
  const share: [number, number] = [own * ofPart, all * nights]
  const deposit = isFirst ? {} : { security_deposit: '0' }
  const kept = { ...terms, prices: { ...terms.prices, ...deposit }, share }
  return {
    terms: JSON.stringify(kept),
    quote_overrides: overrides && JSON.stringify(overridesOf(overrides, part, isFirst)),
  }
}

function overridesOf(overrides: QuoteOverrides, part: Share, isFirst: boolean): QuoteOverrides {
  const { rent, channelCommission, securityDeposit, ...others } = overrides
  const price = {
    ...(rent?.rentNetPrice == null ? {} : { rentNetPrice: part.rent.toNumber() }),
    ...(rent?.extraGuestsNetPrice == null ? {} : { extraGuestsNetPrice: part.extra.toNumber() }),
  }
  const commission = part.commission && { channelCommission: { amount: Number(part.commission) } }
  return {
    ...others,
    ...(rent ? { rent: price } : {}),
    ...(channelCommission ? commission : {}),
    ...(securityDeposit == null ? {} : { securityDeposit: isFirst ? securityDeposit : 0 }),
  }
}

/** Where a stay is split: the first date of its second part, and its nights. */
interface Cut {
  date: string
  nightsAfter: number
  nights: number
}

/** The amounts of one part that the others follow from. */
interface Share {
  rent: Big
  rentBase: Big
  extra: Big
  extraBase: Big
  multiplied: Big
  list: Big
  discount: Big
  tax: Big
  lines: StoredLine[]
  commission: Big | null
}

function secondShare(order: Order, cut: Cut): Share {
  const round = (amount: Big) => roundMoney(amount, order.currency)
  const byNights = (amount: string | number) =>
    round(new Big(amount).times(cut.nightsAfter).div(cut.nights))
  const nightly = order.rent_breakdowns.map(night => ({
    isAfter: night.nightlyDate >= cut.date,
    amount: new Big(night.nightlyAmount),
  }))
  const ofNights = sumOf(nightly.map(({ amount }) => amount))
  const ofNightsAfter = sumOf(nightly.filter(night => night.isAfter).map(({ amount }) => amount))
  const part = (amount: string | number, share: Big, whole: Big) =>
    whole.eq(0) ? byNights(amount) : round(new Big(amount).times(share).div(whole))
  const byRent = (amount: string | number) => part(amount, ofNightsAfter, ofNights)
  const rent = ofNights.eq(order.rent_net_price) ? ofNightsAfter : byRent(order.rent_net_price)
  const extra = byNights(order.extra_guests_net_price)
  const list = byPrice(order, rent.plus(extra), part)
  const discount = part(order.discount?.amount ?? 0, list, new Big(order.list_price))
  const net = list.minus(discount)
  return {
    rent,
    rentBase: byRent(order.rent_base_net_price),
    extra,
    extraBase: byNights(order.extra_guests_base_net_price),
    multiplied: byRent(order.rate_multiplier_amount),
    list,
    discount,
    tax: part(order.rent_tax_amount, net, new Big(order.net_price)),
    lines: order.fee_lines.map(line =>
      lineOf(line, byNights(line.netPrice), byNights(line.taxAmount)),
    ),
    commission: order.channel_commission === null ? null : byRent(order.channel_commission),
  }
}

/** The list price of the second part: what its rent and extra guests are of those of both. */
function byPrice(
  order: Order,
  share: Big,
  part: (amount: string, share: Big, whole: Big) => Big,
): Big {
  const whole = new Big(order.rent_net_price).plus(order.extra_guests_net_price)
  return whole.eq(order.list_price) ? share : part(order.list_price, share, whole)
}

function restOf(order: Order, second: Share): Share {
  const less = (amount: string | number, part: Big) => new Big(amount).minus(part)
  return {
    rent: less(order.rent_net_price, second.rent),
    rentBase: less(order.rent_base_net_price, second.rentBase),
    extra: less(order.extra_guests_net_price, second.extra),
    extraBase: less(order.extra_guests_base_net_price, second.extraBase),
    multiplied: less(order.rate_multiplier_amount, second.multiplied),
    list: less(order.list_price, second.list),
    discount: less(order.discount?.amount ?? 0, second.discount),
    tax: less(order.rent_tax_amount, second.tax),
    lines: order.fee_lines.map((line, i) => {
      const { netPrice, taxAmount } = second.lines[i]!
      return lineOf(line, less(line.netPrice, Big(netPrice)), less(line.taxAmount, Big(taxAmount)))
    }),
    commission:
      order.channel_commission === null ? null : less(order.channel_commission, second.commission!),
  }
}

function lineOf(line: StoredLine, net: Big, tax: Big): StoredLine {
  const [netPrice, taxAmount] = [net.toNumber(), tax.toNumber()]
  return { ...line, netPrice, taxAmount, grossAmount: net.plus(tax).toNumber() }
}

function feesOf({ lines }: Share): Big {
  return sumOf(lines.map(({ grossAmount }) => new Big(grossAmount)))
}
