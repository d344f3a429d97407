/** Legacy `/v2/propertydescriptions`: contract/properties.md §5.3. */
import { route } from '../../../context.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { reachedProperty } from '../properties/properties.ts'
import { descriptionKeys, presentDescription } from './property-description-shape.ts'
import { listDescriptions } from './property-descriptions.ts'

export const legacyDescriptionRoutes = [
  route({
    method: 'GET',
    path: '/propertydescriptions',
    summary: 'List the descriptions of a property',
    tag: 'Property descriptions',
    query: Type.Object({ propertyUid: uid() }),
    answer: Type.Array(descriptionKeys),
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const property = await reachedProperty(ctx, query.propertyUid)
      return (await listDescriptions(ctx, property)).map(presentDescription)
    },
  }),
]
