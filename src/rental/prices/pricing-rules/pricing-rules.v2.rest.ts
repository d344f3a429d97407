/** Legacy `/v2/pricingrules`, rates in percent: contract/pricing.md §6.1. */
import type { Static } from 'typebox'
import { route } from '../../../context.ts'
import { percentOf } from '../../../platform/money.ts'
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
import { reachedProperty } from '../../properties/properties/properties.ts'
import { changeLegacyRules, legacyRules, writtenLegacyRules } from './change-legacy-rules.ts'
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

const ruleListSent = Type.Object({
  pricingRules: listOf(
    shape('StayLengthRuleInput', {
      ...stayLengthRule,
      priceChangeType: Type.Optional(priceChangeType),
    }),
  ),
})

const ofProperty = { path: '/pricingrules/:propertyUid', tag: 'Pricing' } as const

export const legacyPricingRuleRoutes = [
  route({
    ...ofProperty,
    method: 'GET',
    operationId: 'listStayLengthRules',
    summary: 'List the length-of-stay pricing rules of a property',
    answer: ruleList,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const property = await reachedProperty(ctx, params.propertyUid!, { inPath: true })
      return { pricingRules: stayLengthRules(await findRules(ctx, property)) }
    },
  }),
  route({
    ...ofProperty,
    method: 'PUT',
    operationId: 'replaceStayLengthRules',
    summary: 'Replace the length-of-stay pricing rules of a property',
    tells: ['UPDATED_PROPERTY', 'PRICING_UPDATED'],
    body: ruleListSent,
    answer: ruleList,
    errors: ['PROPERTY_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) =>
      reachedProperty(ctx, params.propertyUid!, { inPath: true, access: 'READ_WRITE' }),
    handler: async (ctx, { body, reached }) => {
      const wanted = body.pricingRules.map(rule => ({
        ...rule,
        priceChangeType: 'PERCENT' as const,
      }))
      const rules = await changePricingRules(ctx, reached, present =>
        withStayLengthRules(present, wanted),
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
    answer: legacyRules,
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const property = await reachedProperty(ctx, query.propertyUid)
      return presentLegacyRules(await findRules(ctx, property))
    },
  }),
  route({
    method: 'PUT',
    path: '/pricingrules',
    operationId: 'replacePropertyPricingRules',
    summary: 'Replace the pricing rules of a property',
    tells: ['UPDATED_PROPERTY', 'PRICING_UPDATED'],
    tag: 'Pricing',
    query,
    body: writtenLegacyRules,
    answer: legacyRules,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { query }) =>
      reachedProperty(ctx, query.propertyUid, { access: 'READ_WRITE' }),
    handler: async (ctx, { body, reached }) =>
      presentLegacyRules(await changeLegacyRules(ctx, reached, body)),
  }),
]

function presentLegacyRules(rules: PricingRules): Static<typeof legacyRules> {
  return {
    increaseRateLowerBound: rules.increase_rate_lower_bound,
    decreaseRateHigherBound: rules.decrease_rate_higher_bound,
    increaseRate: percentOf(rules.increase_rate),
    decreaseRate: percentOf(rules.decrease_rate),
  }
}
