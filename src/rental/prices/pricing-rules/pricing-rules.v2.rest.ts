/** Legacy `/v2/pricingrules`, rates in percent: contract/pricing.md §6.1. */
import type { Static } from 'typebox'
import { route } from '../../../context.ts'
import { toPercent } from '../../../platform/money.ts'
import {
  integer,
  integerMax,
  listOf,
  named,
  number,
  oneOf,
  shape,
  Type,
  uid,
} from '../../../platform/rest/fields.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { changeLegacyRules, legacyRules, legacyRulesInput } from './change-legacy-rules.ts'
import { changePricingRules } from './change-pricing-rules.ts'
import { increasePercentMax, type PricingRules } from './pricing-rule.ts'
import { findRules } from './pricing-rules.ts'
import { stayLengthRules, stayLengthRuleTypes, withStayLengthRules } from './stay-length-rule.ts'

const query = Type.Object({ propertyUid: uid() })

const stayLengthRule = {
  priceRuleType: named('StayLengthRuleType', oneOf(stayLengthRuleTypes)),
  threshold: integer(1, integerMax),
  priceChange: number({ min: 0, max: increasePercentMax }),
}

const priceChangeType = named('PriceChangeType', oneOf(['PERCENT']))

const ruleList = Type.Object({
  pricingRules: listOf(shape('StayLengthRule', { ...stayLengthRule, priceChangeType })),
})

const ruleListInput = Type.Object({
  pricingRules: listOf(
    shape('StayLengthRuleInput', {
      ...stayLengthRule,
      priceChangeType: Type.Optional(priceChangeType),
    }),
  ),
})

const propertyRoute = { path: '/pricingrules/:propertyUid', tag: 'Pricing' } as const

export const legacyPricingRuleRoutes = [
  route({
    ...propertyRoute,
    method: 'GET',
    operationId: 'listStayLengthRules',
    summary: 'List the length-of-stay pricing rules of a property',
    response: ruleList,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const property = await requireProperty(ctx, params.propertyUid!, { inPath: true })
      return { pricingRules: stayLengthRules(await findRules(ctx, property)) }
    },
  }),
  route({
    ...propertyRoute,
    method: 'PUT',
    operationId: 'replaceStayLengthRules',
    summary: 'Replace the length-of-stay pricing rules of a property',
    emits: ['UPDATED_PROPERTY', 'PRICING_UPDATED'],
    body: ruleListInput,
    response: ruleList,
    errors: ['PROPERTY_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) =>
      requireProperty(ctx, params.propertyUid!, { inPath: true, access: 'READ_WRITE' }),
    handler: async (ctx, { body, authorized }) => {
      const inputs = body.pricingRules.map(rule => ({
        ...rule,
        priceChangeType: 'PERCENT' as const,
      }))
      const rules = await changePricingRules(ctx, authorized, current =>
        withStayLengthRules(current, inputs),
      )
      return { pricingRules: stayLengthRules(rules) }
    },
  }),
  route({
    method: 'GET',
    path: '/pricingrules',
    operationId: 'getPropertyPricingRules',
    summary: 'Get the pricing rules of a property',
    tag: 'Pricing',
    query,
    response: legacyRules,
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const property = await requireProperty(ctx, query.propertyUid)
      return presentLegacyRules(await findRules(ctx, property))
    },
  }),
  route({
    method: 'PUT',
    path: '/pricingrules',
    operationId: 'replacePropertyPricingRules',
    summary: 'Replace the pricing rules of a property',
    emits: ['UPDATED_PROPERTY', 'PRICING_UPDATED'],
    tag: 'Pricing',
    query,
    body: legacyRulesInput,
    response: legacyRules,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { query }) =>
      requireProperty(ctx, query.propertyUid, { access: 'READ_WRITE' }),
    handler: async (ctx, { body, authorized }) =>
      presentLegacyRules(await changeLegacyRules(ctx, authorized, body)),
  }),
]

function presentLegacyRules(rules: PricingRules): Static<typeof legacyRules> {
  return {
    increaseRateLowerBound: rules.increase_rate_lower_bound,
    decreaseRateHigherBound: rules.decrease_rate_higher_bound,
    increaseRate: toPercent(rules.increase_rate),
    decreaseRate: toPercent(rules.decrease_rate),
  }
}
