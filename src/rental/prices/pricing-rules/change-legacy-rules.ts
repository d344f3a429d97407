import type { Static } from 'typebox'
import type { Context } from '../../../context.ts'
import { fractionText } from '../../../platform/money.ts'
import { integer, integerMax, named, number, shape, Type } from '../../../platform/rest/fields.ts'
import { changePricingRules } from './change-pricing-rules.ts'
import { increasePercentMax, type PricingRules } from './pricing-rule.ts'

/** Rules that v2 has, with rates in percent. */
export const legacyRules = shape('PricingRules', {
  increaseRateLowerBound: integer(0, integerMax),
  decreaseRateHigherBound: integer(0, integerMax),
  increaseRate: number({ min: 0, max: increasePercentMax }),
  decreaseRate: number({ min: 0, max: 100 }),
})

/** Omitted fields are 0. */
export const legacyRulesInput = named('PricingRulesInput', Type.Partial(legacyRules))

/**
 * Replaces the rules of a property that v2 has; others do not change (contract/pricing.md §6.1).
 *
 * @returns all rules after the change
 */
export async function changeLegacyRules(
  ctx: Context,
  property: { agency_uid: string; uid: string },
  input: Static<typeof legacyRulesInput>,
): Promise<PricingRules> {
  return changePricingRules(ctx, property, current => ({
    ...current,
    increase_rate: fractionText(input.increaseRate ?? 0),
    increase_rate_lower_bound: input.increaseRateLowerBound ?? 0,
    decrease_rate: fractionText(input.decreaseRate ?? 0),
    decrease_rate_higher_bound: input.decreaseRateHigherBound ?? 0,
  }))
}
