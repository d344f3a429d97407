/** Custom amenities, named by the agency: contract/properties.md §6.4. */
import { route } from '../../../context.ts'
import { named, oneOf, Type, text, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { deleteContent, listContent, requireContent } from '../property-content/content.ts'
import { objectTypes, requireContentObject } from '../property-content/require-content-owner.ts'
import { addCustomAmenity } from './add-custom-amenity.ts'
import { customAmenity, presentCustomAmenity } from './custom-amenity-shape.ts'

const object = {
  objectUid: uid(),
  objectType: named('HolderType', oneOf(objectTypes, { HOTEL: '3.1' })),
}

const writes = { access: 'READ_WRITE' } as const
const tag = 'Custom amenities'

export const customAmenityRoutes = [
  route({
    method: 'GET',
    path: '/custom-amenities',
    summary: 'List the custom amenities of a property or hotel',
    tag,
    query: Type.Object(object),
    response: unpagedResponse('customAmenities', customAmenity),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const rows = await listContent(
        ctx,
        'custom_amenities',
        await requireContentObject(ctx, query),
      )
      return unpaged('customAmenities', rows.map(presentCustomAmenity))
    },
  }),
  route({
    method: 'POST',
    path: '/custom-amenities',
    summary: 'Add a custom amenity to a property or hotel',
    emits: ['UPDATED_PROPERTY', 'HOTEL_UPDATED'],
    tag,
    body: Type.Object({ ...object, name: text({ min: 1 }) }),
    http: { status: 201 },
    response: Type.Object({ customAmenity }),
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { body }) => requireContentObject(ctx, body, writes),
    handler: async (ctx, { body, authorized }) => {
      const added = await addCustomAmenity(ctx, authorized, body.name)
      return { customAmenity: presentCustomAmenity(added) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/custom-amenities/:uid',
    summary: 'Delete a custom amenity',
    emits: ['UPDATED_PROPERTY', 'HOTEL_UPDATED'],
    tag,
    http: { status: 204 },
    errors: ['CUSTOM_AMENITY_NOT_FOUND', 'READ_ONLY_GRANT'],
    handler: async (ctx, { params }) => {
      const kind = { table: 'custom_amenities', notFoundCode: 'CUSTOM_AMENITY_NOT_FOUND' } as const
      await deleteContent(ctx, kind, await requireContent(ctx, kind, params.uid!, writes))
    },
  }),
]
