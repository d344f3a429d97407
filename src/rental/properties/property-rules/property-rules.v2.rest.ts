/** Legacy `/v2/propertyrules`: contract/properties.md §5.3. */
import { route } from '../../../context.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { reachedProperty } from '../properties/properties.ts'
import { listContent } from '../property-content/content.ts'
import { holderOf } from '../property-content/reached-content-holder.ts'
import { presentPropertyRule, propertyRule } from './property-rule-shape.ts'

export const legacyPropertyRuleRoutes = [
  route({
    method: 'GET',
    path: '/propertyrules',
    summary: 'List the rules of a property',
    tag: 'Property rules',
    query: Type.Object({ propertyUid: uid() }),
    answer: Type.Array(propertyRule),
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const holder = holderOf(await reachedProperty(ctx, query.propertyUid))
      return (await listContent(ctx, 'property_rules', holder)).map(presentPropertyRule)
    },
  }),
]
