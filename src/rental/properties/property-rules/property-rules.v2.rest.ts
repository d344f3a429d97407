/** Legacy `/v2/propertyrules`: contract/properties.md §5.3. */
import { route } from '../../../context.ts'
import { named, oneOf, Type, uid } from '../../../platform/rest/fields.ts'
import { requireProperty } from '../properties/properties.ts'
import { listContent } from '../property-content/content.ts'
import { toContentOwner } from '../property-content/require-content-owner.ts'
import { deletePropertyRules } from './delete-property-rules.ts'
import { propertyRuleCodes } from './property-rule.ts'
import { presentPropertyRule, propertyRule } from './property-rule-shape.ts'

export const legacyPropertyRuleRoutes = [
  route({
    method: 'GET',
    path: '/propertyrules',
    summary: 'List the rules of a property',
    tag: 'Property rules',
    query: Type.Object({ propertyUid: uid() }),
    response: Type.Array(propertyRule),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const owner = toContentOwner(await requireProperty(ctx, query.propertyUid))
      return (await listContent(ctx, 'property_rules', owner)).map(presentPropertyRule)
    },
  }),
  route({
    method: 'DELETE',
    path: '/propertyrules',
    summary: 'Delete rules of a property',
    emits: ['UPDATED_PROPERTY'],
    tag: 'Property rules',
    query: Type.Object({
      propertyUid: uid(),
      rule: Type.Optional(named('PropertyRuleCode', oneOf(propertyRuleCodes))),
    }),
    http: { status: 204 },
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { query }) =>
      toContentOwner(await requireProperty(ctx, query.propertyUid, { access: 'READ_WRITE' })),
    handler: async (ctx, { query: { rule }, authorized }) =>
      deletePropertyRules(ctx, authorized, rule === undefined ? [...propertyRuleCodes] : [rule]),
  }),
]
