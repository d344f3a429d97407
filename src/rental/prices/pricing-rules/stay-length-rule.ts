/** Rates by length of stay, as the list of rules of v2: contract/pricing.md §6.1. */
import { isDeepStrictEqual } from 'node:util'
import { invalidParameter } from '../../../platform/errors.ts'
import { fractionText, toPercent } from '../../../platform/money.ts'
import type { PricingRules } from './pricing-rule.ts'

export const stayLengthRuleTypes = [
  'STAY_IS_SHORTER_THAN_X_DAYS',
  'STAY_IS_LONGER_THAN_X_DAYS',
] as const

/** Surcharge for stays below the threshold, or discount for stays of at least the threshold. */
export interface StayLengthRule {
  priceRuleType: (typeof stayLengthRuleTypes)[number]
  threshold: number
  priceChangeType: 'PERCENT'
  /** Percentage points, positive for both types. */
  priceChange: number
}

/** Returns the rates that are set as rules, lowest threshold first. */
export function stayLengthRules(rules: PricingRules): StayLengthRule[] {
  const shorter = toRules(
    'STAY_IS_SHORTER_THAN_X_DAYS',
    rules.increase_rate_lower_bound,
    rules.increase_rate,
  )
  const longer = [
    [rules.decrease_rate_higher_bound, rules.decrease_rate] as const,
    [rules.decrease_rate_higher_bound_monthly, rules.decrease_rate_monthly] as const,
  ].flatMap(([bound, rate]) => toRules('STAY_IS_LONGER_THAN_X_DAYS', bound, rate))
  return [...shorter, ...longer].sort((a, b) => a.threshold - b.threshold)
}

function toRules(
  priceRuleType: StayLengthRule['priceRuleType'],
  threshold: number | null,
  rate: string | null,
): StayLengthRule[] {
  if (!threshold || rate === null) return []
  return [{ priceRuleType, threshold, priceChangeType: 'PERCENT', priceChange: toPercent(rate) }]
}

/**
 * Returns the current rules with all rates by length of stay replaced. Of two rules for long stays,
 * the one with the higher threshold is the monthly one.
 *
 * @throws ApiError INVALID_PARAMETER for more than one rule for short or two for long stays, and
 *   for a discount above 100 percent
 */
export function withStayLengthRules(
  current: PricingRules,
  rules: readonly StayLengthRule[],
): PricingRules {
  const sortedRules = [...rules].sort((a, b) => a.threshold - b.threshold)
  // A list from GET changes nothing, although it does not specify which rate is the monthly one.
  if (isDeepStrictEqual(sortedRules, stayLengthRules(current))) return current
  const [shorter] = selectRules(rules, 'STAY_IS_SHORTER_THAN_X_DAYS', 1)
  const [long, monthly] = selectRules(sortedRules, 'STAY_IS_LONGER_THAN_X_DAYS', 2)
  for (const rule of [long, monthly]) {
    if (rule && rule.priceChange > 100) {
      const field = `pricingRules[${rules.indexOf(rule)}].priceChange`
      throw invalidParameter(field, 'must be less than or equal to 100')
    }
  }
  return {
    ...current,
    increase_rate: fractionText(shorter?.priceChange ?? 0),
    increase_rate_lower_bound: shorter?.threshold ?? 0,
    decrease_rate: fractionText(long?.priceChange ?? 0),
    decrease_rate_higher_bound: long?.threshold ?? 0,
    decrease_rate_monthly: monthly ? fractionText(monthly.priceChange) : null,
    decrease_rate_higher_bound_monthly: monthly?.threshold ?? null,
  }
}

function selectRules(
  rules: readonly StayLengthRule[],
  type: StayLengthRule['priceRuleType'],
  countMax: number,
): StayLengthRule[] {
  const matches = rules.filter(({ priceRuleType }) => priceRuleType === type)
  if (matches.length <= countMax) return matches
  throw invalidParameter('pricingRules', `must have at most ${countMax} rules of type ${type}`)
}
