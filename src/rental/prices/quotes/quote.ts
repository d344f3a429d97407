/** Types of the price of a stay: contract/pricing.md §7, contract/orders.md §1, §3. */
import type Big from 'big.js'
import type { Selectable } from 'kysely'
import type { Static } from 'typebox'
import {
  bool,
  fraction,
  listOf,
  money,
  named,
  nullable,
  oneOf,
  shape,
  Type,
  text,
  uid,
} from '../../../platform/rest/fields.ts'
import type { PricingPeriodsTable, PropertiesTable } from '../../tables.ts'
import { amountTypes, type ChargedFee, type FeeTuple, feeScopes, feeTypes } from '../fees/fee.ts'
import type { LeadStatus } from '../occupancies/lead-status.ts'
import type { PricingRule, PricingRules } from '../pricing-rules/pricing-rule.ts'
import type { PromoCode } from '../promo-codes/promo-code.ts'

const optionalMoney = () => Type.Optional(nullable(money()))
const optionalRate = () => Type.Optional(nullable(fraction()))

const feeOverride = shape('FeeOverride', {
  feeUid: Type.Optional(nullable(uid())),
  name: Type.Optional(nullable(text({ min: 1 }))),
  amountType: Type.Optional(nullable(named('AmountType', oneOf(amountTypes)))),
  amount: optionalMoney(),
  netPrice: optionalMoney(),
  taxationRate: optionalRate(),
  scope: Type.Optional(nullable(named('FeeScope', oneOf(feeScopes)))),
  type: Type.Optional(nullable(named('FeeType', oneOf(feeTypes)))),
  enabled: Type.Optional(nullable(bool())),
  removed: Type.Optional(nullable(bool())),
})

/** `quoteOverrides` of a request. Null equals omission, except for the cleaning fee. */
export const quoteOverrides = shape('QuoteOverrides', {
  rent: Type.Optional(
    nullable(Type.Object({ rentNetPrice: optionalMoney(), extraGuestsNetPrice: optionalMoney() })),
  ),
  fees: Type.Optional(
    nullable(
      Type.Object({
        cleaningFee: Type.Optional(
          nullable(Type.Object({ netPrice: optionalMoney(), taxationRate: optionalRate() })),
        ),
        otherFees: Type.Optional(nullable(listOf(feeOverride, 100))),
      }),
    ),
  ),
  securityDeposit: optionalMoney(),
  channelCommission: Type.Optional(nullable(Type.Object({ amount: money() }))),
})

export type QuoteOverrides = Static<typeof quoteOverrides>
export type FeeOverride = Static<typeof feeOverride>

/** Prices and terms of payment of a property. */
export type PropertyPrices = Pick<
  Selectable<PropertiesTable>,
  | 'base_guests'
  | 'daily_rate'
  | 'weekend_adjustment_rate'
  | 'tax_rate'
  | 'ignore_tax_rate_charge_over_x_days'
  | 'days_over_which_tax_rate_charge_should_be_ignored'
  | 'security_deposit'
  | 'cleaning_fee'
  | 'cleaning_fee_tax_rate'
  | 'extra_guest_fee'
  | 'percentage_upon_reservation'
  | 'full_payment_timing'
>

/** Columns of a property's rules that determine prices. */
export type PriceRules = Omit<PricingRules, 'enabled_for_airbnb' | 'pricing_rules'> & {
  pricing_rules: Pick<PricingRule, 'ruleType' | 'threshold' | 'priceChange'>[]
}

export type AppliedPromoCode = Pick<PromoCode, 'uid' | 'code' | 'discount_type' | 'discount_amount'>

/** Inputs of the price of a stay. */
export interface StayToPrice {
  property: PropertyPrices
  /** Effective currency; `NONE` if there is none. */
  currency: string
  checkIn: string
  checkOut: string
  /** Current date at the property. */
  today: string
  /** Adults and children; infants never count. */
  guests: number
  /** Number of children among the guests. Default: 0. */
  children?: number
  /** Default: 0. */
  infants?: number
  pets: number
  /** Pricing periods of the nights, by day. */
  periods: ReadonlyMap<number, Pick<Selectable<PricingPeriodsTable>, 'price'>>
  rules: PriceRules | null
  /** Rate multiplier of the channel, 0.10 = +10 %; null: none. */
  multiplier: string | null
  /** Sorted by creation. */
  fees: ChargedFee[]
  /** Code that applies. */
  promoCode: AppliedPromoCode | null
  overrides: QuoteOverrides | null
  /** False for a lead that came from a channel. */
  isEditable: boolean
  /** Agreed prices; undefined: none. */
  agreed?: Agreed | undefined
}

/** Agreed prices of a stay that is priced again. */
export interface Agreed {
  /** Prices of nights by date; null: every night has its present price. */
  nights: ReadonlyMap<string, AgreedNight> | null
  /** Number of nights for which overridden prices were set; null: the present nights. */
  formerNights: number | null
  /** Rate multiplier of everything but nights. */
  multiplier: string | null
  /** Part of a split stay, [nights, nights of the whole]; null: it was not split. */
  share: [number, number] | null
}

export interface AgreedNight {
  base: Big
  amount: Big
}

/** Terms that a stay was priced by, stored with its order for later changes. */
export interface Terms {
  prices: AgreedPrices
  fees: ChargedFee[]
  multiplier: string | null
  share: [number, number] | null
}

/** Terms as stored: prices of 0 are omitted, fees are arrays. */
export interface StoredTerms {
  prices: Partial<AgreedPrices>
  fees: FeeTuple[]
  multiplier: string | null
  share: [number, number] | null
}

/** Night as an order stores it. */
export interface StoredNight {
  nightlyDate: string
  nightlyAmount: number
  /** Before the rate multiplier; omitted if equal. */
  nightlyBaseAmount?: number
}

/** Terms that the order of a lead sets for a change of its stay. */
export interface QuotedOrder {
  uid: string
  currency: string
  rent_base_net_price: string
  rent_breakdowns: StoredNight[]
  quote_overrides: QuoteOverrides | null
  terms: StoredTerms | null
  promo_use_uid: string | null
}

/** Lead whose stay is priced. */
export interface QuotedLead {
  uid: string
  status: LeadStatus
  source: string
  property_uid: string | null
  check_in: string
  check_out: string
  adult_count: number
  children_count: number
  pet_count: number
  infant_count: number
  order: QuotedOrder | null
}

/** Prices of a property except those of nights. */
export type AgreedPrices = Omit<PropertyPrices, 'daily_rate' | 'weekend_adjustment_rate'>

export interface Night {
  date: string
  /** Before the rate multiplier. */
  base: Big
  amount: Big
}

export interface Discount {
  promoCodeUid: string
  code: string
  type: 'PERCENT' | 'AMOUNT'
  amount: Big
  /** Percentage points; null for an amount. */
  percent: Big | null
}

/** Steps 2 to 9 of the calculation. */
export interface Rent {
  nights: Night[]
  rentNetPrice: Big
  rentBaseNetPrice: Big
  extraGuestsNetPrice: Big
  extraGuestsBaseNetPrice: Big
  rateMultiplierAmount: Big
  listPrice: Big
  discount: Discount | null
  netPrice: Big
  taxationRate: Big
  taxAmount: Big
  grossPrice: Big
}

/** Row of fees; in a tax row `net` and `rate` are 0. */
export interface FeeLine {
  kind: 'CLEANING' | 'FEE'
  /** Uid of the fee; null for the cleaning fee and rows of overrides without a fee. */
  uid: string | null
  name: string
  amountType: 'AMOUNT' | 'TAX'
  isEditable: boolean
  net: Big
  rate: Big
  tax: Big
  gross: Big
  /** Base and rate of a tax row by percentage. */
  taxed: { amount: Big; rate: Big } | null
}

export interface FeeLines {
  cleaning: FeeLine | null
  /** Sorted by creation of the fee, rows of overrides last. */
  others: FeeLine[]
  /** Visible to guests, not included in any total. */
  offline: FeeLine[]
  /** Available on request, not included in any total. */
  optional: FeeLine[]
}

export interface Tax {
  name: string
  type: 'RENT' | 'FEE' | 'TAX'
  rate: Big | null
  taxable: Big | null
  amount: Big
}

/** Step 13 of the calculation. */
export interface Payment {
  isFullAtReservation: boolean
  amountUponReservation: Big
  amountRemaining: Big
  fullPaymentDueDate: string | null
}

/** Result of the calculation, used by quotes and orders. */
export interface PricedStay {
  currency: string
  rent: Rent
  fees: FeeLines
  /** Taxes that are not 0. */
  taxes: Tax[]
  allFeesGrossAmount: Big
  totalNetAmount: Big
  totalTaxesAmount: Big
  totalAmount: Big
  /** Multiplier of the rent; null if none was applied or the rent is overridden. */
  rateMultiplier: Big | null
  securityDeposit: Big
  channelCommission: Big | null
  payment: Payment
  terms: StoredTerms
}
