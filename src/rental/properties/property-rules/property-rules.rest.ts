/** House rules of properties and hotels: contract/properties.md §6.5. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { named, nullable, oneOf, shape, Type, text } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { changeContent, deleteContent } from '../property-content/content.ts'
import { contentEvents, contentRoutes } from '../property-content/content-routes.ts'
import {
  type ContentOwner,
  contentOwnerFields,
  requireContentOwner,
} from '../property-content/require-content-owner.ts'
import { channelFlags, channelsThatKnow } from '../property-fields/channels.ts'
import { addPropertyRule } from './add-property-rule.ts'
import { propertyRuleCodes } from './property-rule.ts'
import { presentPropertyRule, propertyRule } from './property-rule-shape.ts'
import type { PropertyRule } from './property-rules.ts'

const response = Type.Object({ propertyRule })

const rulePatch = shape('PropertyRulePatch', { description: Type.Optional(nullable(text())) })

const availableRule = shape('AvailablePropertyRule', {
  rule: named('PropertyRuleCode', oneOf(propertyRuleCodes)),
  channels: channelFlags,
})

const tag = 'Property rules'
const notFoundCode = 'PROPERTY_RULE_NOT_FOUND'
const kind = { table: 'property_rules', notFoundCode } as const

const rules = contentRoutes({
  path: '/property-rules',
  tag,
  rowKey: 'propertyRule',
  listKey: 'propertyRules',
  summaryName: 'a rule',
  ...kind,
  shape: propertyRule,
  present: presentPropertyRule,
  remove: (ctx, row) => deleteContent(ctx, kind, row),
})

/** Shared options of PUT and PATCH, which do the same: only the description can change. */
const changeRoute = {
  path: '/property-rules/:uid',
  emits: contentEvents,
  tag,
  body: rulePatch,
  response,
  errors: [notFoundCode, 'READ_ONLY_GRANT'] as const,
  authorize: rules.authorizeChanging,
  handler: async (
    ctx: Context,
    {
      body,
      authorized,
    }: { body: Static<typeof rulePatch>; authorized: PropertyRule & ContentOwner },
  ) => {
    const { description } = body
    const row = await changeContent(ctx, kind, authorized, { description })
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
    query: Type.Object(contentOwnerFields),
    response: unpagedResponse('availablePropertyRules', availableRule),
    errors: ['HOTEL_OR_PROPERTY_UID_REQUIRED', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      await requireContentOwner(ctx, query)
      const catalogue = propertyRuleCodes.map(rule => ({ rule, channels: channelsThatKnow(true) }))
      return unpaged('availablePropertyRules', catalogue)
    },
  }),
  route({
    method: 'POST',
    path: '/property-rules',
    summary: 'Add a rule to a property or hotel',
    emits: contentEvents,
    tag,
    body: Type.Object({
      ...contentOwnerFields,
      rule: named('PropertyRuleCode', oneOf(propertyRuleCodes)),
      ...rulePatch.properties,
    }),
    http: { status: 201 },
    response,
    errors: [
      'HOTEL_OR_PROPERTY_UID_REQUIRED',
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'ALREADY_EXISTS',
    ],
    authorize: rules.authorizeAdding,
    handler: async (ctx, { body, authorized }) => ({
      propertyRule: presentPropertyRule(await addPropertyRule(ctx, authorized, body)),
    }),
  }),
  rules.get,
  route({ ...changeRoute, method: 'PUT', summary: 'Replace a property rule' }),
  route({ ...changeRoute, method: 'PATCH', summary: 'Update a property rule' }),
  rules.delete,
]
