import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { fractionText } from '../../../platform/money.ts'
import { integer, integerMax, named, number, shape, Type } from '../../../platform/rest/fields.ts'
import { changePricingRules } from './change-pricing-rules.ts'
import { increasePercentMax, type PricingRules } from './pricing-rule.ts'

/** The rules that v2 knows, rates in percent. */
export const legacyRules = shape('PricingRules', {
  increaseRateLowerBound: integer(0, integerMax),
  decreaseRateHigherBound: integer(0, integerMax),
  increaseRate: number({ min: 0, max: increasePercentMax }),
  decreaseRate: number({ min: 0, max: 100 }),
})

/** What is left out is 0. */
export const writtenLegacyRules = named('PricingRulesInput', Type.Partial(legacyRules))

/**
 * Replaces the rules of a property that v2 knows, and leaves it the others (contract/pricing.md
 * §6.1).
 *
 * @returns all rules afterwards
 */
export async function changeLegacyRules(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  wanted: Static<typeof writtenLegacyRules>,
): Promise<PricingRules> {
  return changePricingRules(ctx, property, present => ({
    ...present,
    increase_rate: fractionText(wanted.increaseRate ?? 0),
    increase_rate_lower_bound: wanted.increaseRateLowerBound ?? 0,
    decrease_rate: fractionText(wanted.decreaseRate ?? 0),
    decrease_rate_higher_bound: wanted.decreaseRateHigherBound ?? 0,
  }))
}
