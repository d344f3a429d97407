/** What a stay costs, in types: contract/pricing.md §7, contract/orders.md §1, §3. */
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
import type { PricingRule, PricingRules } from '../pricing-rules/pricing-rule.ts'
import type { PromoCode } from '../promo-codes/promo-code.ts'

const amount = () => Type.Optional(nullable(money()))
const rate = () => Type.Optional(nullable(fraction()))

const feeOverride = shape('FeeOverride', {
  feeUid: Type.Optional(nullable(uid())),
  name: Type.Optional(nullable(text({ min: 1 }))),
  amountType: Type.Optional(nullable(named('AmountType', oneOf(amountTypes)))),
  amount: amount(),
  netPrice: amount(),
  taxationRate: rate(),
  scope: Type.Optional(nullable(named('FeeScope', oneOf(feeScopes)))),
  type: Type.Optional(nullable(named('FeeType', oneOf(feeTypes)))),
  enabled: Type.Optional(nullable(bool())),
  removed: Type.Optional(nullable(bool())),
})

/** `quoteOverrides` of a request. Null says the same as nothing, but for the cleaning fee. */
export const quoteOverrides = shape('QuoteOverrides', {
  rent: Type.Optional(
    nullable(Type.Object({ rentNetPrice: amount(), extraGuestsNetPrice: amount() })),
  ),
  fees: Type.Optional(
    nullable(
      Type.Object({
        cleaningFee: Type.Optional(
          nullable(Type.Object({ netPrice: amount(), taxationRate: rate() })),
        ),
        otherFees: Type.Optional(nullable(listOf(feeOverride, 100))),
      }),
    ),
  ),
  securityDeposit: amount(),
  channelCommission: Type.Optional(nullable(Type.Object({ amount: money() }))),
})

export type QuoteOverrides = Static<typeof quoteOverrides>
export type FeeOverride = Static<typeof feeOverride>

/** A property's own prices and terms of payment. */
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

/** The rules of a property, as far as they decide prices. */
export type PriceRules = Omit<PricingRules, 'enabled_for_airbnb' | 'pricing_rules'> & {
  pricing_rules: Pick<PricingRule, 'ruleType' | 'threshold' | 'priceChange'>[]
}

export type Discounting = Pick<PromoCode, 'uid' | 'code' | 'discount_type' | 'discount_amount'>

/** Everything that the price of a stay depends on. */
export interface StayToPrice {
  property: PropertyPrices
  /** Effective currency; `NONE` if there is none. */
  currency: string
  checkIn: string
  checkOut: string
  /** The date at the property. */
  today: string
  /** Adults and children; infants never count. */
  guests: number
  /** Number of children among the guests; none unless given. */
  children?: number
  /** None unless given. */
  infants?: number
  pets: number
  /** The pricing periods of the nights that have one, by day. */
  periods: ReadonlyMap<number, Pick<Selectable<PricingPeriodsTable>, 'price'>>
  rules: PriceRules | null
  /** The rate multiplier of the channel, 0.10 = +10 %; null: none. */
  multiplier: string | null
  /** In the order of their creation. */
  fees: ChargedFee[]
  /** A code that was found to apply. */
  promoCode: Discounting | null
  overrides: QuoteOverrides | null
  /** False for a lead that came from a channel. */
  isEditable: boolean
  /** Parts that stay at the agreed price; undefined: none. */
  agreed?: Agreed | undefined
}

/** Agreed prices of a stay that is priced again. */
export interface Agreed {
  /** Prices of nights by date; null: every night is priced anew. */
  nights: ReadonlyMap<string, AgreedNight> | null
  /** Number of nights for which overridden prices were set; null: just these. */
  formerNights: number | null
  /** The rate multiplier of what is no night. */
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

/** Terms as the database keeps them: prices of 0 are left out, fees are arrays. */
export interface StoredTerms {
  prices: Partial<AgreedPrices>
  fees: FeeTuple[]
  multiplier: string | null
  share: [number, number] | null
}

/** A night as an order keeps it. */
export interface StoredNight {
  nightlyDate: string
  nightlyAmount: number
  /** Before the rate multiplier; left out where that changes nothing. */
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

/** A property's prices but those of nights. */
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
  /** Percent points; null for an amount. */
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

/** A row of fees; of a tax row `net` and `rate` are 0. */
export interface FeeLine {
  kind: 'CLEANING' | 'FEE'
  /** Of the fee; null for the cleaning fee and rows that only an override has. */
  uid: string | null
  name: string
  amountType: 'AMOUNT' | 'TAX'
  isEditable: boolean
  net: Big
  rate: Big
  tax: Big
  gross: Big
  /** A tax row by percentage: what it is a percentage of, and the fraction. */
  taxed: { amount: Big; rate: Big } | null
}

export interface FeeLines {
  cleaning: FeeLine | null
  /** In the order of the fees' creation, rows of overrides last. */
  others: FeeLine[]
  /** Shown to guests, part of no total. */
  offline: FeeLine[]
  /** Could be added, part of no total. */
  optional: FeeLine[]
}

/** One tax of a stay. */
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

/** The result of the calculation; quotes and orders are made of it. */
export interface PricedStay {
  currency: string
  rent: Rent
  fees: FeeLines
  /** Those that are not zero. */
  taxes: Tax[]
  allFeesGrossAmount: Big
  totalNetAmount: Big
  totalTaxesAmount: Big
  totalAmount: Big
  /** The multiplier of the rent; null when none was applied or the rent is overridden. */
  rateMultiplier: Big | null
  securityDeposit: Big
  channelCommission: Big | null
  payment: Payment
  terms: StoredTerms
}
