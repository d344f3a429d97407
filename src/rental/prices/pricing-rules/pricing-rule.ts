/** What a stay's length and the time of its booking change of a price: contract/pricing.md §6.1. */
import type { Selectable } from 'kysely'
import type { PropertyPricingRulesTable } from '../../tables.ts'

export const ruleTypes = ['LAST_MINUTE_DISCOUNT', 'EARLY_BIRD_DISCOUNT'] as const

/** The most that prices of short stays may be raised by. */
export const increasePercentMax = 100_000_000_000

/** A discount for booking late or early; `priceChange` in percent points, of either sign. */
export interface PricingRule {
  uid: string
  ruleType: (typeof ruleTypes)[number]
  /** Days from today to check-in: at most, or at least, so many. */
  threshold: number
  priceChange: number
  priceChangeType: 'PERCENT'
}

/** The rules of a property, as a row. */
export type PricingRules = Omit<
  Selectable<PropertyPricingRulesTable>,
  'agency_uid' | 'property_uid' | 'pricing_rules'
> & { pricing_rules: PricingRule[] }

/** The rules of a property for which none are stored. */
export const standardRules: PricingRules = {
  increase_rate: '0',
  increase_rate_lower_bound: 0,
  decrease_rate: '0',
  decrease_rate_higher_bound: 0,
  decrease_rate_monthly: null,
  decrease_rate_higher_bound_monthly: null,
  enabled_for_airbnb: false,
  pricing_rules: [],
}

/**
 * Gives every rule its uid: a uid that the property has already stays with the rule, whatever else
 * is new of it; others are new.
 */
export function withUids(
  rules: (Omit<PricingRule, 'uid'> & { uid?: string | null })[],
  present: readonly PricingRule[],
  newUid: () => string,
): PricingRule[] {
  const free = new Set(present.map(({ uid }) => uid))
  return rules.map(({ uid, ...rule }) => {
    const known = uid?.toLowerCase()
    return { uid: known !== undefined && free.delete(known) ? known : newUid(), ...rule }
  })
}
