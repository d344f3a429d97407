import type { Insertable } from 'kysely'
import { dateIn, dayOf } from '../src/platform/dates/dates.ts'
import { moneyText } from '../src/platform/money.ts'
import { newUid } from '../src/platform/uid.ts'
import { orderColumns } from '../src/rental/leads/orders/order.ts'
import { priceStay } from '../src/rental/prices/stay-prices/price-stay.ts'
import type { LeadsTable, OrdersTable } from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'
import type { DemoPrices } from './make-prices.ts'
import type { DemoProperty } from './make-properties.ts'

/** Commission rates of channels, by source. */
const commissions: Readonly<Record<string, number>> = {
  DIRECT_AIRBNB: 0.155,
  DIRECT_BOOKINGDOTCOM: 0.15,
  DIRECT_VRBO: 0.08,
}

/**
 * Generates the order of a lead at the prices of the day it was created. Some direct guests use a
 * promo code.
 */
export function makeOrder(
  property: DemoProperty,
  lead: Insertable<LeadsTable>,
  { byProperty, multipliers, promoCodes }: DemoPrices,
  chance: Chance,
): Insertable<OrdersTable> {
  const { periods, rules, fees } = byProperty.get(property.uid)!
  const hasCode = lead.source === 'HOSTFULLY_DBS' && chance.is(0.1)
  const createdAt = lead.created_at as Date
  const priced = priceStay({
    property,
    currency: property.currency,
    checkIn: lead.check_in_local.slice(0, 10),
    checkOut: lead.check_out_local.slice(0, 10),
    today: dateIn(property.time_zone, createdAt),
    guests: (lead.adult_count ?? 1) + (lead.children_count ?? 0),
    pets: lead.pet_count ?? 0,
    periods: new Map(periods.map(period => [dayOf(period.date), period])),
    rules,
    multiplier: multipliers.find(({ channel }) => channel === lead.channel)?.value ?? null,
    fees,
    promoCode: (hasCode && promoCodes[0]) || null,
    overrides: null,
    isEditable: !lead.source.startsWith('DIRECT_'),
  })
  const share = commissions[lead.source]
  const commission =
    share === undefined ? null : moneyText(priced.totalAmount.times(share), property.currency)
  return {
    agency_uid: lead.agency_uid,
    uid: newUid(createdAt.getTime(), () => chance.bytes(16)),
    lead_uid: lead.uid,
    ...orderColumns(priced, null),
    channel_commission: commission,
    created_at: createdAt,
    updated_at: createdAt,
  }
}
