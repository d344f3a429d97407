import type { Insertable } from 'kysely'
import { newUid } from '../platform/uid.ts'
import type {
  FeesTable,
  PricingPeriodsTable,
  PromoCodesTable,
  PropertiesTable,
  PropertyPricingRulesTable,
  RateMultipliersTable,
} from '../rental/tables.ts'
import type { Chance } from './chance.ts'

type Property = Insertable<PropertiesTable>

/** What changes the price of a night in the demo. */
export interface DemoPrices {
  periods: Insertable<PricingPeriodsTable>[]
  rules: Insertable<PropertyPricingRulesTable>[]
  fees: Insertable<FeesTable>[]
  multipliers: Insertable<RateMultipliersTable>[]
  promoCodes: Insertable<PromoCodesTable>[]
}

/** Seasons, stay rules, fees and taxes of every property; multipliers and codes of the agency. */
export function makePrices(
  agencyUid: string,
  properties: Property[],
  chance: Chance,
  { made, today }: { made: Date; today: string },
): DemoPrices {
  const uid = () => newUid(made.getTime(), () => chance.bytes(16))
  const summer = Temporal.PlainDate.from(today).add({ months: 7 }).with({ day: 1 })
  return {
    periods: properties.flatMap(property => season(property, summer)),
    rules: properties.filter(() => chance.is(0.6)).map(property => rulesOf(property, uid)),
    fees: properties.flatMap(property => feesOf(property, made, uid)),
    multipliers: [
      { agency_uid: agencyUid, channel: 'AIRBNB', value: '0.12' },
      { agency_uid: agencyUid, channel: 'BOOKINGDOTCOM', value: '0.15' },
    ],
    promoCodes: promoCodesOf(agencyUid, made, today, uid),
  }
}

/** Four dearer weeks with a longer minimum stay. */
function season(property: Property, first: Temporal.PlainDate) {
  const price = Math.round(Number(property.daily_rate ?? 0) * 1.25)
  return Array.from({ length: 28 }, (_, i) => ({
    agency_uid: property.agency_uid,
    property_uid: property.uid,
    date: first.add({ days: i }).toString(),
    price: String(price),
    minimum_stay: 4,
    name: 'High season',
  }))
}

function rulesOf({ agency_uid, uid: property_uid }: Property, uid: () => string) {
  const lastMinute = {
    uid: uid(),
    ruleType: 'LAST_MINUTE_DISCOUNT',
    threshold: 5,
    priceChange: 10,
    priceChangeType: 'PERCENT',
  }
  return {
    agency_uid,
    property_uid,
    decrease_rate: '0.05',
    decrease_rate_higher_bound: 7,
    decrease_rate_monthly: '0.15',
    decrease_rate_higher_bound_monthly: 28,
    pricing_rules: JSON.stringify([lastMinute]),
  }
}

function feesOf(
  { agency_uid, uid: property_uid, daily_rate }: Property,
  made: Date,
  uid: () => string,
) {
  const tenth = String(Math.max(1, Math.round(Number(daily_rate ?? 0) / 10)))
  const row = () => ({ agency_uid, uid: uid(), property_uid, created_at: made, updated_at: made })
  return [
    {
      ...{ ...row(), name: 'Pet fee', type: 'PET', scope: 'PER_PET' },
      ...{ amount: tenth, amount_type: 'AMOUNT', taxation_rate: '0.1' },
    },
    {
      ...{ ...row(), name: 'Linen', scope: 'PER_GUEST', optional: true },
      ...{ amount: tenth, amount_type: 'AMOUNT', taxation_rate: '0.1' },
    },
    {
      ...{ ...row(), name: 'City tax', type: 'TAX', scope: 'PERCENTAGE_OF_RENT' },
      ...{ amount: '2', amount_type: 'TAX', taxation_rate: '0', long_term_stay_exemption: 30 },
    },
  ]
}

function promoCodesOf(agency_uid: string, made: Date, today: string, uid: () => string) {
  const nextYear = Temporal.PlainDate.from(today).add({ years: 1 }).toString()
  const row = () => ({ agency_uid, uid: uid(), created_at: made, updated_at: made })
  const amount = { discount_type: 'AMOUNT', discount_amount: '40', currency: 'USD' }
  return [
    {
      ...{ ...row(), code: 'WELCOME10', description: 'For guests who book with us directly' },
      ...{ discount_type: 'PERCENT', discount_amount: '10', redeem_by_date: nextYear },
    },
    { ...row(), code: 'LONGSTAY', ...amount, minimum_nights: 7, maximum_redemptions: 50 },
    { ...row(), code: 'LASTYEAR', ...amount, is_active: false },
  ]
}
