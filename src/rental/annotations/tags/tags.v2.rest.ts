/** Legacy `/v2/tags`: contract/resources.md §3. */
import { route } from '../../../context.ts'
import { Type, text, uid } from '../../../platform/rest/fields.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { listTags } from '../../properties/tags/tags.ts'

export const legacyTagRoutes = [
  route({
    method: 'GET',
    path: '/tags',
    summary: 'List the tags of a property',
    tag: 'Tags',
    query: Type.Object({ propertyUid: uid() }),
    response: Type.Array(text()),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const property = await requireProperty(ctx, query.propertyUid)
      return listTags(ctx, { ...property, type: 'PROPERTY' })
    },
  }),
]
