import type { Insertable } from 'kysely'
import type { Context } from '../src/context.ts'
import { insertRows } from '../src/platform/db/rows.ts'
import { newUid } from '../src/platform/uid.ts'
import type { Fee } from '../src/rental/prices/fees/fee.ts'
import {
  type DatedValues,
  storePeriods,
} from '../src/rental/prices/pricing-periods/pricing-periods.ts'
import { defaultRules, type PricingRules } from '../src/rental/prices/pricing-rules/pricing-rule.ts'
import { storeRules } from '../src/rental/prices/pricing-rules/pricing-rules.ts'
import type { PromoCode } from '../src/rental/prices/promo-codes/promo-code.ts'
import { insertPromoCode } from '../src/rental/prices/promo-codes/promo-codes.ts'
import { storeMultipliers } from '../src/rental/prices/rate-multipliers/rate-multipliers.ts'
import type { PropertiesTable } from '../src/rental/tables.ts'
import type { Chance } from './chance.ts'

type Property = Insertable<PropertiesTable>

/** Pricing data of the demo. */
export interface DemoPrices {
  byProperty: Map<string, PropertyPricing>
  multipliers: { channel: string; value: string }[]
  promoCodes: PromoCode[]
}

interface PropertyPricing {
  periods: DatedValues[]
  rules: PricingRules | null
  fees: Fee[]
}

/**
 * Generates seasons, stay rules, fees and taxes of every property, and multipliers and promo codes
 * of the agency.
 */
export function makePrices(
  agencyUid: string,
  properties: Property[],
  chance: Chance,
  { createdAt, today }: { createdAt: Date; today: string },
): DemoPrices {
  const uid = () => newUid(createdAt.getTime(), () => chance.bytes(16))
  const seasons = makeSeasons(Temporal.PlainDate.from(today))
  const byProperty = properties.map((property): [string, PropertyPricing] => [
    property.uid,
    {
      periods: makePeriods(property, seasons),
      rules: chance.is(0.6) ? makeRules(uid) : null,
      fees: makeFees(property, createdAt, uid),
    },
  ])
  return {
    byProperty: new Map(byProperty),
    multipliers: [
      { channel: 'AIRBNB', value: '0.12' },
      { channel: 'BOOKINGDOTCOM', value: '0.15' },
    ],
    promoCodes: makePromoCodes(agencyUid, createdAt, today, uid),
  }
}

/** Stores the generated prices. */
export async function storePrices(
  ctx: Pick<Context, 'db'>,
  agencyUid: string,
  { byProperty, multipliers, promoCodes }: DemoPrices,
): Promise<void> {
  const all: Fee[] = []
  for (const [uid, { periods, rules, fees }] of byProperty) {
    const property = { agency_uid: agencyUid, uid }
    await storePeriods(ctx, property, periods)
    if (rules) await storeRules(ctx, property, rules)
    all.push(...fees)
  }
  await insertRows(ctx, 'fees', all)
  await storeMultipliers(ctx, agencyUid, multipliers)
  for (const promoCode of promoCodes) await insertPromoCode(ctx, promoCode)
}

/** Price changes and minimum stays of some weeks. */
interface Season {
  name: string
  first: Temporal.PlainDate
  days: number
  factor: number
  minimumStay: number
}

/**
 * Returns four expensive weeks in seven months, an expensive New Year, and a cheap month before it.
 */
function makeSeasons(today: Temporal.PlainDate): Season[] {
  const quietStart = today.add({ months: 2 }).with({ day: 1 })
  const summer = today.add({ months: 7 }).with({ day: 1 })
  const winter = today.with({ month: 12, day: 20 })
  return [
    { name: 'Quiet weeks', first: quietStart, days: 21, factor: 0.85, minimumStay: 2 },
    { name: 'Holidays', first: winter, days: 15, factor: 1.4, minimumStay: 5 },
    { name: 'High season', first: summer, days: 28, factor: 1.25, minimumStay: 4 },
  ]
}

/**
 * Returns the pricing periods of a property. Larger properties have Saturday changeovers in
 * expensive weeks.
 */
function makePeriods(property: Property, seasons: Season[]): DatedValues[] {
  const rate = Number(property.daily_rate ?? 0)
  const changesOnSaturdays = (property.minimum_stay ?? 1) >= 5
  const periods = seasons.flatMap(({ name, first, days, factor, minimumStay }) =>
    Array.from({ length: days }, (_, i) => {
      const date = first.add({ days: i })
      const isFree = factor < 1 || !changesOnSaturdays || date.dayOfWeek === saturday
      return {
        date: date.toString(),
        price: String(Math.round(rate * factor)),
        minimum_stay: Math.max(minimumStay, property.minimum_stay ?? 1),
        available_for_check_in: isFree,
        available_for_check_out: isFree,
        name,
      }
    }),
  )
  // If two seasons overlap, the later one in the list applies.
  return [...new Map(periods.map(period => [period.date, period])).values()]
}

const saturday = 6

function makeRules(uid: () => string): PricingRules {
  return {
    ...defaultRules,
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

function makeFees(
  { agency_uid, uid: property_uid, daily_rate }: Property,
  createdAt: Date,
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
    maximum_nights: 0,
    persons: 'ADULTS_AND_CHILDREN',
    created_at: createdAt,
    updated_at: createdAt,
    ...columns,
  })
  const tax = { type: 'TAX', amount_type: 'TAX', taxation_rate: '0', amount: '2' }
  return [
    fee('Pet fee', { type: 'PET', scope: 'PER_PET' }),
    fee('Linen', { scope: 'PER_GUEST', optional: true }),
    fee('City tax', { ...tax, scope: 'PERCENTAGE_OF_RENT', long_term_stay_exemption: 30 }),
  ]
}

function makePromoCodes(
  agency_uid: string,
  createdAt: Date,
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
    created_at: createdAt,
    updated_at: createdAt,
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
