/** Price changes by length of stay and time of booking: contract/pricing.md §6.1. */
import type { Selectable } from 'kysely'
import type { PropertyPricingRulesTable } from '../../tables.ts'

export const ruleTypes = ['LAST_MINUTE_DISCOUNT', 'EARLY_BIRD_DISCOUNT'] as const

/** Maximum surcharge for short stays, in percent. */
export const increasePercentMax = 100_000_000_000

/** Discount for late or early bookings; `priceChange` in percentage points, of either sign. */
export interface PricingRule {
  uid: string
  ruleType: (typeof ruleTypes)[number]
  /** Days from today to check-in: at most, or at least, this many. */
  threshold: number
  priceChange: number
  priceChangeType: 'PERCENT'
}

export type PricingRules = Omit<
  Selectable<PropertyPricingRulesTable>,
  'agency_uid' | 'property_uid' | 'pricing_rules'
> & { pricing_rules: PricingRule[] }

/** Rules of a property without stored rules. */
export const defaultRules: PricingRules = {
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
 * Returns rules with uids: a rule retains its uid if the property has a rule with this uid, others
 * get new ones.
 */
export function withUids(
  rules: (Omit<PricingRule, 'uid'> & { uid?: string | null })[],
  current: readonly PricingRule[],
  newUid: () => string,
): PricingRule[] {
  // A uid that several rules send is retained by the first one.
  const unusedUids = new Set(current.map(({ uid }) => uid))
  return rules.map(({ uid, ...rule }) => {
    const ruleUid = uid?.toLowerCase()
    return {
      uid: ruleUid !== undefined && unusedUids.delete(ruleUid) ? ruleUid : newUid(),
      ...rule,
    }
  })
}
