/** Pricing rules of a property: contract/pricing.md §6.1. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { decimalText } from '../../../platform/money.ts'
import {
  bool,
  fraction,
  integer,
  integerMax,
  listOf,
  named,
  nullable,
  number,
  oneOf,
  shape,
  Type,
  uid,
} from '../../../platform/rest/fields.ts'
import { newUid } from '../../../platform/uid.ts'
import { contentReader } from '../../access/content-states/content-state.sql.ts'
import { type AccessibleProperty, requireProperty } from '../../properties/properties/properties.ts'
import { changePricingRules } from './change-pricing-rules.ts'
import { defaultRules, type PricingRules, ruleTypes, withUids } from './pricing-rule.ts'
import { findRules } from './pricing-rules.ts'

const increaseRateMax = 1_000_000_000
const rulesMax = 50

const nights = integer(0, integerMax)

const pricingRule = {
  ruleType: named('PricingRuleType', oneOf(ruleTypes)),
  threshold: integer(0, integerMax),
  priceChange: number({ min: -100, max: 100 }),
}

const priceChangeType = named('PriceChangeType', oneOf(['PERCENT']))

const response = Type.Object({
  propertyPricingRules: shape('PricingRules', {
    increaseRate: number(),
    increaseRateLowerBound: nights,
    decreaseRate: fraction(),
    decreaseRateHigherBound: nights,
    decreaseRateMonthly: nullable(fraction()),
    decreaseRateHigherBoundMonthly: nullable(nights),
    enabledForAirbnb: bool(),
    pricingRules: listOf(
      shape('PricingRule', { uid: uid(), ...pricingRule, priceChangeType }),
      rulesMax,
    ),
  }),
})

const replacement = shape('PricingRulesReplacement', {
  increaseRate: Type.Optional(number({ min: 0, max: increaseRateMax })),
  increaseRateLowerBound: Type.Optional(nights),
  decreaseRate: Type.Optional(fraction()),
  decreaseRateHigherBound: Type.Optional(nights),
  decreaseRateMonthly: Type.Optional(nullable(fraction())),
  decreaseRateHigherBoundMonthly: Type.Optional(nullable(nights)),
  enabledForAirbnb: Type.Optional(bool()),
  pricingRules: Type.Optional(
    listOf(
      shape('PricingRuleInput', {
        uid: Type.Optional(nullable(uid())),
        ...pricingRule,
        priceChangeType: Type.Optional(priceChangeType),
      }),
      rulesMax,
    ),
  ),
})

/** Rules alone or in the envelope of GET: ignoring the envelope would reset all of them. */
const replacementBody = shape('PricingRulesInput', {
  ...replacement.properties,
  propertyPricingRules: Type.Optional(replacement),
})

const http = { findState: contentReader('property', { table: 'property_pricing_rules' }) }

export const pricingRuleRoutes = [
  route({
    method: 'GET',
    path: '/property-pricing-rules/:propertyUid',
    operationId: 'getPropertyPricingRules',
    http,
    summary: 'Get the pricing rules of a property',
    tag: 'Pricing',
    response,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const property = await requirePricedProperty(ctx, params.propertyUid!, 'READ')
      return { propertyPricingRules: presentRules(await findRules(ctx, property)) }
    },
  }),
  route({
    method: 'PUT',
    path: '/property-pricing-rules/:propertyUid',
    operationId: 'replacePropertyPricingRules',
    http,
    summary: 'Replace the pricing rules of a property',
    emits: ['UPDATED_PROPERTY', 'PRICING_UPDATED'],
    tag: 'Pricing',
    body: replacementBody,
    response,
    errors: ['PROPERTY_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) =>
      requirePricedProperty(ctx, params.propertyUid!, 'READ_WRITE'),
    handler: async (ctx, { body, authorized }) => {
      const createUid = () => newUid(ctx.clock.now().getTime())
      const rules = await changePricingRules(ctx, authorized, current =>
        readReplacement(body.propertyPricingRules ?? body, current, createUid),
      )
      return { propertyPricingRules: presentRules(rules) }
    },
  }),
]

function requirePricedProperty(
  ctx: Context,
  text: string,
  access: 'READ' | 'READ_WRITE',
): Promise<AccessibleProperty> {
  return requireProperty(ctx, text, { access, inPath: true })
}

/** Converts a replacement to rules; omitted fields return to their default. */
function readReplacement(
  body: Static<typeof replacement>,
  current: PricingRules,
  createUid: () => string,
): PricingRules {
  const { decreaseRateMonthly: monthly = null, pricingRules = [] } = body
  const percent = pricingRules.map(rule => ({ ...rule, priceChangeType: 'PERCENT' as const }))
  return {
    increase_rate: decimalText(body.increaseRate ?? 0),
    increase_rate_lower_bound: body.increaseRateLowerBound ?? 0,
    decrease_rate: decimalText(body.decreaseRate ?? 0),
    decrease_rate_higher_bound: body.decreaseRateHigherBound ?? 0,
    decrease_rate_monthly: monthly === null ? null : decimalText(monthly),
    decrease_rate_higher_bound_monthly: body.decreaseRateHigherBoundMonthly ?? null,
    enabled_for_airbnb: body.enabledForAirbnb ?? defaultRules.enabled_for_airbnb,
    pricing_rules: withUids(percent, current.pricing_rules, createUid),
  }
}

function presentRules(rules: PricingRules): Static<typeof response>['propertyPricingRules'] {
  const monthly = rules.decrease_rate_monthly
  return {
    increaseRate: Number(rules.increase_rate),
    increaseRateLowerBound: rules.increase_rate_lower_bound,
    decreaseRate: Number(rules.decrease_rate),
    decreaseRateHigherBound: rules.decrease_rate_higher_bound,
    decreaseRateMonthly: monthly === null ? null : Number(monthly),
    decreaseRateHigherBoundMonthly: rules.decrease_rate_higher_bound_monthly,
    enabledForAirbnb: rules.enabled_for_airbnb,
    pricingRules: rules.pricing_rules,
  }
}
