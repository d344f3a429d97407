/** Stays to price, made of what a test names; everything else has its default. */
import { dayOf } from '../src/platform/dates.ts'
import { newUid } from '../src/platform/uid.ts'
import type {
  ChargedFee,
  Discounting,
  PriceRules,
  PropertyPrices,
  StayToPrice,
} from '../src/rental/prices/quotes/quote.ts'

type Given = Partial<Omit<StayToPrice, 'property'>> & { property?: Partial<PropertyPrices> }

const free: PropertyPrices = {
  base_guests: 1,
  daily_rate: '0',
  weekend_adjustment_rate: '0',
  tax_rate: '0',
  ignore_tax_rate_charge_over_x_days: false,
  days_over_which_tax_rate_charge_should_be_ignored: 0,
  security_deposit: '0',
  cleaning_fee: '0',
  cleaning_fee_tax_rate: '0',
  extra_guest_fee: '0',
  percentage_upon_reservation: '0.5',
  full_payment_timing: 45,
}

/** Two nights of one guest, Thursday to Saturday, months ahead, at a property that is free. */
export function stayOf({ property, ...given }: Given): StayToPrice {
  return {
    property: { ...free, ...property },
    currency: 'USD',
    checkIn: '2027-06-10',
    checkOut: '2027-06-12',
    today: '2027-03-01',
    guests: 1,
    pets: 0,
    periods: new Map(),
    rules: null,
    multiplier: null,
    fees: [],
    promoCode: null,
    overrides: null,
    isEditable: true,
    ...given,
  }
}

/** The prices of the cabin in contract/pricing.md §8.1. */
export const cabin = {
  daily_rate: '150',
  weekend_adjustment_rate: '0.10',
  base_guests: 2,
  extra_guest_fee: '15',
  cleaning_fee: '90',
  cleaning_fee_tax_rate: '0.05',
  tax_rate: '0.12',
  security_deposit: '300',
  percentage_upon_reservation: '0.5',
  full_payment_timing: 45,
}

/** The stay of contract/pricing.md §8.1. */
export function cabinStay({ property, ...given }: Given = {}): StayToPrice {
  return stayOf({
    property: { ...cabin, ...property },
    checkOut: '2027-06-14',
    guests: 4,
    ...given,
  })
}

export function charge(
  name: string,
  amount: string,
  scope = 'PER_STAY',
  given: Partial<ChargedFee> = {},
): ChargedFee {
  return {
    uid: newUid(),
    name,
    amount,
    amount_type: 'AMOUNT',
    taxation_rate: '0',
    scope,
    type: 'CUSTOM',
    optional: false,
    offline: false,
    long_term_stay_exemption: 0,
    ...given,
  }
}

export function rules(given: Partial<PriceRules>): PriceRules {
  return {
    increase_rate: '0',
    increase_rate_lower_bound: 0,
    decrease_rate: '0',
    decrease_rate_higher_bound: 0,
    decrease_rate_monthly: null,
    decrease_rate_higher_bound_monthly: null,
    pricing_rules: [],
    ...given,
  }
}

/** What pricing periods say of prices, by date. */
export function pricesOf(prices: Record<string, string | null>): StayToPrice['periods'] {
  return new Map(Object.entries(prices).map(([date, price]) => [dayOf(date), { price }]))
}

export function discount(type: 'PERCENT' | 'AMOUNT', amount: string): Discounting {
  return { uid: newUid(), code: 'SUMMER10', discount_type: type, discount_amount: amount }
}
