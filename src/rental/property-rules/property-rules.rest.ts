/** House rules of properties and hotels: contract/properties.md §6.5. */
import type { Static } from 'typebox'
import { type Context, route } from '../../context.ts'
import { nullable, oneOf, Type, text } from '../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../platform/rest/list.ts'
import { channelFlags, channelsThatKnow } from '../properties/channels.ts'
import { changeContent, deleteContent, listContent, reachedContent } from '../properties/content.ts'
import { holderFields, reachedHolder } from '../properties/content-holder.ts'
import { addPropertyRule } from './add-property-rule.ts'
import { propertyRuleCodes } from './property-rule.ts'
import { presentPropertyRule, propertyRule } from './property-rule-shape.ts'
import { removePropertyRule, updatePropertyRule } from './property-rules.ts'

const answer = Type.Object({ propertyRule })

const written = Type.Object({ description: Type.Optional(nullable(text())) })

const availableRule = Type.Object({ rule: oneOf(propertyRuleCodes), channels: channelFlags })

const writes = { access: 'READ_WRITE' } as const
const tag = 'Property rules'

/** PUT and PATCH are the same: a rule has nothing else that may change. */
const changing = {
  path: '/property-rules/:uid',
  tag,
  body: written,
  answer,
  errors: ['INVALID_PARAMETER', 'PROPERTY_RULE_NOT_FOUND', 'READ_ONLY_GRANT'] as const,
  authorize: async (ctx: Context, { params }: { params: Record<string, string> }) => {
    await reachedRule(ctx, params.uid!, writes)
  },
  handler: async (
    ctx: Context,
    { params, body }: { params: Record<string, string>; body: Static<typeof written> },
  ) => {
    const present = await reachedRule(ctx, params.uid!)
    const unknown = 'PROPERTY_RULE_NOT_FOUND'
    const { description } = body
    const row = await changeContent(ctx, present, { description }, unknown, updatePropertyRule)
    return { propertyRule: presentPropertyRule(row) }
  },
}

export const propertyRuleRoutes = [
  route({
    method: 'GET',
    path: '/property-rules',
    summary: 'List the rules of a property or hotel',
    tag,
    query: Type.Object(holderFields),
    answer: unpagedAnswer('propertyRules', propertyRule),
    errors: ['HOTEL_OR_PROPERTY_UID_REQUIRED', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const rows = await listContent(ctx, 'property_rules', await reachedHolder(ctx, query))
      return unpaged('propertyRules', rows.map(presentPropertyRule))
    },
  }),
  route({
    method: 'GET',
    path: '/available-property-rules',
    summary: 'List the rules there are',
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
    tag,
    body: Type.Object({
      ...holderFields,
      rule: oneOf(propertyRuleCodes),
      ...written.properties,
    }),
    status: 201,
    answer,
    errors: ['HOTEL_OR_PROPERTY_UID_REQUIRED', 'ACCESS_DENIED', 'ALREADY_EXISTS'],
    authorize: async (ctx, { body }) => {
      await reachedHolder(ctx, body, writes)
    },
    handler: async (ctx, { body }) => {
      const holder = await reachedHolder(ctx, body)
      return { propertyRule: presentPropertyRule(await addPropertyRule(ctx, holder, body)) }
    },
  }),
  route({
    method: 'GET',
    path: '/property-rules/:uid',
    summary: 'Get a rule',
    tag,
    answer,
    errors: ['PROPERTY_RULE_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      propertyRule: presentPropertyRule(await reachedRule(ctx, params.uid!)),
    }),
  }),
  route({ ...changing, method: 'PUT', summary: 'Replace what is said of a rule' }),
  route({ ...changing, method: 'PATCH', summary: 'Change what is said of a rule' }),
  route({
    method: 'DELETE',
    path: '/property-rules/:uid',
    summary: 'Delete a rule',
    tag,
    status: 204,
    errors: ['PROPERTY_RULE_NOT_FOUND', 'READ_ONLY_GRANT'],
    handler: async (ctx, { params }) => {
      const present = await reachedRule(ctx, params.uid!, writes)
      await deleteContent(ctx, present, 'PROPERTY_RULE_NOT_FOUND', removePropertyRule)
    },
  }),
]

function reachedRule(ctx: Context, uid: string, wanted: { access?: 'READ_WRITE' } = {}) {
  return reachedContent(ctx, 'property_rules', 'PROPERTY_RULE_NOT_FOUND', uid, wanted)
}
