/** The rates by the length of a stay as the list of rules of v2: contract/pricing.md §6.1. */
import { isDeepStrictEqual } from 'node:util'
import { invalidParameter } from '../../../platform/errors.ts'
import { fractionText, percentOf } from '../../../platform/money.ts'
import type { PricingRules } from './pricing-rule.ts'

export const stayLengthRuleTypes = [
  'STAY_IS_SHORTER_THAN_X_DAYS',
  'STAY_IS_LONGER_THAN_X_DAYS',
] as const

/** More for stays of fewer nights than the threshold, or less for those of at least so many. */
export interface StayLengthRule {
  priceRuleType: (typeof stayLengthRuleTypes)[number]
  threshold: number
  priceChangeType: 'PERCENT'
  /** In percent, of either direction positive. */
  priceChange: number
}

/** The rates that are set, each as a rule, the lowest threshold first. */
export function stayLengthRules(rules: PricingRules): StayLengthRule[] {
  const shorter = ruleOf(
    'STAY_IS_SHORTER_THAN_X_DAYS',
    rules.increase_rate_lower_bound,
    rules.increase_rate,
  )
  const longer = [
    [rules.decrease_rate_higher_bound, rules.decrease_rate] as const,
    [rules.decrease_rate_higher_bound_monthly, rules.decrease_rate_monthly] as const,
  ].flatMap(([bound, rate]) => ruleOf('STAY_IS_LONGER_THAN_X_DAYS', bound, rate))
  return [...shorter, ...longer].sort((a, b) => a.threshold - b.threshold)
}

function ruleOf(
  priceRuleType: StayLengthRule['priceRuleType'],
  threshold: number | null,
  rate: string | null,
): StayLengthRule[] {
  if (!threshold || rate === null) return []
  return [{ priceRuleType, threshold, priceChangeType: 'PERCENT', priceChange: percentOf(rate) }]
}

/**
 * The rules with these rates by the length of a stay in place of all that there were; of two for
 * long stays the one of the higher threshold becomes the monthly one.
 *
 * @throws ApiError INVALID_PARAMETER for more than one for short or two for long stays, and for a
 * reduction above 100 percent
 */
export function withStayLengthRules(
  present: PricingRules,
  rules: readonly StayLengthRule[],
): PricingRules {
  const ordered = [...rules].sort((a, b) => a.threshold - b.threshold)
  // What was read sent back changes nothing, though it does not say which rate is the monthly one.
  if (isDeepStrictEqual(ordered, stayLengthRules(present))) return present
  const [shorter] = rulesOf(rules, 'STAY_IS_SHORTER_THAN_X_DAYS', 1)
  const [long, monthly] = rulesOf(ordered, 'STAY_IS_LONGER_THAN_X_DAYS', 2)
  for (const rule of [long, monthly]) {
    if (rule && rule.priceChange > 100) {
      const field = `pricingRules[${rules.indexOf(rule)}].priceChange`
      throw invalidParameter(field, 'must be less than or equal to 100')
    }
  }
  return {
    ...present,
    increase_rate: fractionText(shorter?.priceChange ?? 0),
    increase_rate_lower_bound: shorter?.threshold ?? 0,
    decrease_rate: fractionText(long?.priceChange ?? 0),
    decrease_rate_higher_bound: long?.threshold ?? 0,
    decrease_rate_monthly: monthly ? fractionText(monthly.priceChange) : null,
    decrease_rate_higher_bound_monthly: monthly?.threshold ?? null,
  }
}

function rulesOf(
  rules: readonly StayLengthRule[],
  type: StayLengthRule['priceRuleType'],
  max: number,
): StayLengthRule[] {
  const found = rules.filter(({ priceRuleType }) => priceRuleType === type)
  if (found.length <= max) return found
  throw invalidParameter('pricingRules', `must have at most ${max} rules of type ${type}`)
}
