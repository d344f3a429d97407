/** House rules of properties and hotels: contract/properties.md §6.5. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { named, nullable, oneOf, shape, Type, text } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { changeContent, deleteContent } from '../property-content/content.ts'
import { changes, contentRoutes } from '../property-content/content-routes.ts'
import {
  type ContentHolder,
  holderFields,
  reachedHolder,
} from '../property-content/reached-content-holder.ts'
import { channelFlags, channelsThatKnow } from '../property-fields/channels.ts'
import { addPropertyRule } from './add-property-rule.ts'
import { propertyRuleCodes } from './property-rule.ts'
import { presentPropertyRule, propertyRule } from './property-rule-shape.ts'
import type { PropertyRule } from './property-rules.ts'

const answer = Type.Object({ propertyRule })

const written = shape('PropertyRulePatch', { description: Type.Optional(nullable(text())) })

const availableRule = shape('AvailablePropertyRule', {
  rule: named('PropertyRuleCode', oneOf(propertyRuleCodes)),
  channels: channelFlags,
})

const tag = 'Property rules'
const unknown = 'PROPERTY_RULE_NOT_FOUND'
const kind = { table: 'property_rules', unknown } as const

const rules = contentRoutes({
  path: '/property-rules',
  tag,
  one: 'propertyRule',
  many: 'propertyRules',
  called: 'a rule',
  ...kind,
  shape: propertyRule,
  present: presentPropertyRule,
  remove: (ctx, row) => deleteContent(ctx, kind, row),
})

/** PUT and PATCH are the same: a rule has nothing else that may change. */
const changing = {
  path: '/property-rules/:uid',
  tells: changes,
  tag,
  body: written,
  answer,
  errors: [unknown, 'READ_ONLY_GRANT'] as const,
  authorize: rules.authorizeChanging,
  handler: async (
    ctx: Context,
    { body, reached }: { body: Static<typeof written>; reached: PropertyRule & ContentHolder },
  ) => {
    const { description } = body
    const row = await changeContent(ctx, kind, reached, { description })
    return { propertyRule: presentPropertyRule(row) }
  },
}

export const propertyRuleRoutes = [
  rules.list,
  route({
    method: 'GET',
    path: '/available-property-rules',
    summary: 'List available property rules',
    tag,
    query: Type.Object(holderFields),
    answer: unpagedAnswer('availablePropertyRules', availableRule),
    errors: ['HOTEL_OR_PROPERTY_UID_REQUIRED', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      await reachedHolder(ctx, query)
      const known = propertyRuleCodes.map(rule => ({ rule, channels: channelsThatKnow(true) }))
      return unpaged('availablePropertyRules', known)
    },
  }),
  route({
    method: 'POST',
    path: '/property-rules',
    summary: 'Add a rule to a property or hotel',
    tells: changes,
    tag,
    body: Type.Object({
      ...holderFields,
      rule: named('PropertyRuleCode', oneOf(propertyRuleCodes)),
      ...written.properties,
    }),
    http: { status: 201 },
    answer,
    errors: [
      'HOTEL_OR_PROPERTY_UID_REQUIRED',
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'ALREADY_EXISTS',
    ],
    authorize: rules.authorizeAdding,
    handler: async (ctx, { body, reached }) => ({
      propertyRule: presentPropertyRule(await addPropertyRule(ctx, reached, body)),
    }),
  }),
  rules.get,
  route({ ...changing, method: 'PUT', summary: 'Replace a property rule' }),
  route({ ...changing, method: 'PATCH', summary: 'Update a property rule' }),
  rules.delete,
]
