import type { Insertable } from 'kysely'
import type { Context } from '../context.ts'
import { newUid } from '../platform/uid.ts'
import type { Fee } from '../rental/prices/fees/fee.ts'
import { insertFee } from '../rental/prices/fees/fees.ts'
import { noValues } from '../rental/prices/pricing-periods/pricing-period.ts'
import { type DatedValues, storePeriods } from '../rental/prices/pricing-periods/pricing-periods.ts'
import { type PricingRules, standardRules } from '../rental/prices/pricing-rules/pricing-rule.ts'
import { storeRules } from '../rental/prices/pricing-rules/pricing-rules.ts'
import type { PromoCode } from '../rental/prices/promo-codes/promo-code.ts'
import { insertPromoCode } from '../rental/prices/promo-codes/promo-codes.ts'
import { storeMultipliers } from '../rental/prices/rate-multipliers/rate-multipliers.ts'
import type { PropertiesTable } from '../rental/tables.ts'
import type { Chance } from './chance.ts'

type Property = Insertable<PropertiesTable>

/** What changes the price of a night in the demo. */
export interface DemoPrices {
  byProperty: Map<string, PropertyPricing>
  multipliers: { channel: string; value: string }[]
  promoCodes: PromoCode[]
}

export interface PropertyPricing {
  periods: DatedValues[]
  rules: PricingRules | null
  fees: Fee[]
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
  const byProperty = properties.map((property): [string, PropertyPricing] => [
    property.uid,
    {
      periods: season(property, summer),
      rules: chance.is(0.6) ? rulesOf(uid) : null,
      fees: feesOf(property, made, uid),
    },
  ])
  return {
    byProperty: new Map(byProperty),
    multipliers: [
      { channel: 'AIRBNB', value: '0.12' },
      { channel: 'BOOKINGDOTCOM', value: '0.15' },
    ],
    promoCodes: promoCodesOf(agencyUid, made, today, uid),
  }
}

/** Stores what {@link makePrices} made. */
export async function storePrices(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  { byProperty, multipliers, promoCodes }: DemoPrices,
): Promise<void> {
  for (const [uid, { periods, rules, fees }] of byProperty) {
    const property = { agency_uid: agencyUid, uid }
    await storePeriods(ctx, property, periods)
    if (rules) await storeRules(ctx, property, rules)
    for (const fee of fees) await insertFee(ctx, fee)
  }
  await storeMultipliers(ctx, agencyUid, multipliers)
  for (const promoCode of promoCodes) await insertPromoCode(ctx, promoCode)
}

/** Four dearer weeks with a longer minimum stay. */
function season(property: Property, first: Temporal.PlainDate): DatedValues[] {
  const price = Math.round(Number(property.daily_rate ?? 0) * 1.25)
  return Array.from({ length: 28 }, (_, i) => ({
    ...noValues,
    date: first.add({ days: i }).toString(),
    price: String(price),
    minimum_stay: 4,
    name: 'High season',
  }))
}

function rulesOf(uid: () => string): PricingRules {
  return {
    ...standardRules,
    decrease_rate: '0.05',
    decrease_rate_higher_bound: 7,
    decrease_rate_monthly: '0.15',
    decrease_rate_higher_bound_monthly: 28,
    pricing_rules: [
      {
        uid: uid(),
        ruleType: 'LAST_MINUTE_DISCOUNT',
        threshold: 5,
        priceChange: 10,
        priceChangeType: 'PERCENT',
      },
    ],
  }
}

function feesOf(
  { agency_uid, uid: property_uid, daily_rate }: Property,
  made: Date,
  uid: () => string,
): Fee[] {
  const tenth = String(Math.max(1, Math.round(Number(daily_rate ?? 0) / 10)))
  const fee = (name: string, columns: Partial<Fee>): Fee => ({
    agency_uid,
    uid: uid(),
    property_uid,
    name,
    amount: tenth,
    amount_type: 'AMOUNT',
    taxation_rate: '0.1',
    scope: 'PER_STAY',
    type: 'CUSTOM',
    optional: false,
    offline: false,
    attestation: false,
    airbnb_type: null,
    booking_dot_com_type: null,
    hvmi_type: null,
    vrbo_type: null,
    hostfully_type: 'DEFAULT',
    long_term_stay_exemption: 0,
    created_at: made,
    updated_at: made,
    ...columns,
  })
  const tax = { type: 'TAX', amount_type: 'TAX', taxation_rate: '0', amount: '2' }
  return [
    fee('Pet fee', { type: 'PET', scope: 'PER_PET' }),
    fee('Linen', { scope: 'PER_GUEST', optional: true }),
    fee('City tax', { ...tax, scope: 'PERCENTAGE_OF_RENT', long_term_stay_exemption: 30 }),
  ]
}

function promoCodesOf(
  agency_uid: string,
  made: Date,
  today: string,
  uid: () => string,
): PromoCode[] {
  const nextYear = Temporal.PlainDate.from(today).add({ years: 1 }).toString()
  const promoCode = (code: string, columns: Partial<PromoCode>): PromoCode => ({
    agency_uid,
    uid: uid(),
    property_uid: null,
    code,
    description: null,
    discount_type: 'AMOUNT',
    discount_amount: '40',
    currency: 'USD',
    redeem_by_date: null,
    stay_from_date: null,
    stay_to_date: null,
    minimum_nights: 0,
    maximum_redemptions: null,
    is_active: true,
    created_at: made,
    updated_at: made,
    deleted_at: null,
    ...columns,
  })
  const percent = { discount_type: 'PERCENT', discount_amount: '10', currency: null }
  const description = 'For guests who book with us directly'
  return [
    promoCode('WELCOME10', { ...percent, description, redeem_by_date: nextYear }),
    promoCode('LONGSTAY', { minimum_nights: 7, maximum_redemptions: 50 }),
    promoCode('LASTYEAR', { is_active: false }),
  ]
}
