import Big from 'big.js'
import type { Insertable } from 'kysely'
import { moneyText, roundMoney } from '../platform/money.ts'
import { newUid } from '../platform/uid.ts'
import type { LeadsTable, OrdersTable, PropertiesTable } from '../rental/tables.ts'
import type { Chance } from './chance.ts'

type Property = Insertable<PropertiesTable>
type Lead = Insertable<LeadsTable>

interface FeeLine {
  kind: 'CLEANING' | 'FEE'
  name: string
  net: Big
  rate: Big
}

/** A lead's order: its nights, extra guests, fees and taxes at the property's prices. */
export function makeOrder(property: Property, lead: Lead, chance: Chance): Insertable<OrdersTable> {
  const currency = property.currency ?? 'USD'
  const round = (amount: Big) => roundMoney(amount, currency)
  const text = (amount: Big) => moneyText(amount, currency)
  const nights = nightsOf(lead).map(date => ({ date, amount: round(nightPrice(property, date)) }))
  const rent = sum(nights.map(({ amount }) => amount))
  const guests = (lead.adult_count ?? 1) + (lead.children_count ?? 0)
  const extra = round(
    new Big(property.extra_guest_fee ?? 0)
      .times(Math.max(0, guests - (property.base_guests ?? 1)))
      .times(nights.length),
  )
  const net = rent.plus(extra)
  const tax = round(net.times(property.tax_rate ?? 0))
  const lines = feeLines(property, lead).map(line => {
    const lineTax = round(line.net.times(line.rate))
    return { ...line, tax: lineTax, gross: line.net.plus(lineTax) }
  })
  const fees = sum(lines.map(({ gross }) => gross))
  const total = net.plus(tax).plus(fees)
  const madeAt = lead.created_at as Date
  return {
    agency_uid: lead.agency_uid,
    uid: newUid(madeAt.getTime(), () => chance.bytes(16)),
    lead_uid: lead.uid,
    currency,
    rent_net_price: text(rent),
    rent_base_net_price: text(rent),
    extra_guests_net_price: text(extra),
    extra_guests_base_net_price: text(extra),
    rate_multiplier_amount: text(new Big(0)),
    rent_breakdowns: JSON.stringify(
      nights.map(({ date, amount }) => ({ nightlyAmount: Number(amount), nightlyDate: date })),
    ),
    list_price: text(net),
    net_price: text(net),
    rent_taxation_rate: String(property.tax_rate ?? 0),
    rent_tax_amount: text(tax),
    rent_gross_price: text(net.plus(tax)),
    security_deposit: text(new Big(property.security_deposit ?? 0)),
    fee_lines: `[${lines.map(line => feeLineText(line, text)).join(',')}]`,
    all_fees_gross_amount: text(fees),
    total_amount: text(total),
    total_taxes_amount: text(tax.plus(sum(lines.map(line => line.tax)))),
    channel_commission: lead.channel === 'AIRBNB' ? text(round(net.times(0.03))) : null,
    created_at: madeAt,
    updated_at: madeAt,
  }
}

/** The line as JSON text with all minor digits, as the lead query gives them out. */
function feeLineText(line: FeeLine & { tax: Big; gross: Big }, text: (amount: Big) => string) {
  const words = { kind: line.kind, uid: null, name: line.name, amountType: 'AMOUNT' }
  const amounts = `"isEditable":true,"netPrice":${text(line.net)},"taxationRate":${line.rate}`
  const taxes = `"taxAmount":${text(line.tax)},"grossAmount":${text(line.gross)}`
  return `${JSON.stringify(words).slice(0, -1)},${amounts},${taxes}}`
}

function feeLines(property: Property, lead: Lead): FeeLine[] {
  const cleaning = new Big(property.cleaning_fee ?? 0)
  const rate = new Big(property.cleaning_fee_tax_rate ?? 0)
  const lines: FeeLine[] = [{ kind: 'CLEANING', name: 'Cleaning fee', net: cleaning, rate }]
  if ((lead.pet_count ?? 0) > 0) {
    lines.push({ kind: 'FEE', name: 'Pet fee', net: cleaning.div(2).round(0), rate: new Big(0) })
  }
  return lines
}

function nightPrice(property: Property, date: string): Big {
  const weekday = Temporal.PlainDate.from(date).dayOfWeek
  const isWeekend = weekday === 5 || weekday === 6
  const rate = new Big(property.daily_rate ?? 0)
  return isWeekend ? rate.times(new Big(1).plus(property.weekend_adjustment_rate ?? 0)) : rate
}

function nightsOf(lead: Lead): string[] {
  const nights: string[] = []
  let night = Temporal.PlainDate.from(lead.check_in_local.slice(0, 10))
  const end = lead.check_out_local.slice(0, 10)
  while (night.toString() < end) {
    nights.push(night.toString())
    night = night.add({ days: 1 })
  }
  return nights
}

function sum(amounts: Big[]): Big {
  return amounts.reduce((total, amount) => total.plus(amount), new Big(0))
}
