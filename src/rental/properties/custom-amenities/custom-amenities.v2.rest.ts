/** Legacy `/v2/customamenities`: contract/properties.md §5.3. */
import { type Context, route } from '../../../context.ts'
import { Type, text, uid } from '../../../platform/rest/fields.ts'
import { reachedProperty } from '../properties/properties.ts'
import {
  changeContent,
  deleteContent,
  listContent,
  reachedContent,
} from '../property-content/content.ts'
import { legacyHolder, legacyHolderField } from '../property-content/legacy-holder.ts'
import { holderOf } from '../property-content/reached-content-holder.ts'
import { addCustomAmenity } from './add-custom-amenity.ts'
import { customAmenity, presentCustomAmenity } from './custom-amenity-shape.ts'

const name = text({ min: 1 })
const unknown = 'CUSTOM_AMENITY_NOT_FOUND'
const kind = { table: 'custom_amenities', unknown } as const
const writes = { access: 'READ_WRITE' } as const
const tag = 'Custom amenities'

export const legacyCustomAmenityRoutes = [
  route({
    method: 'GET',
    path: '/customamenities',
    summary: 'List the custom amenities of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    answer: Type.Array(customAmenity),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const holder = holderOf(await reachedProperty(ctx, query.propertyUid))
      return (await listContent(ctx, 'custom_amenities', holder)).map(presentCustomAmenity)
    },
  }),
  route({
    method: 'POST',
    path: '/customamenities',
    summary: 'Add a custom amenity to a property',
    tells: ['UPDATED_PROPERTY'],
    tag,
    query: Type.Object(legacyHolderField),
    body: Type.Object({ ...legacyHolderField, name }),
    http: { status: 201 },
    answer: customAmenity,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'],
    authorize: async (ctx, input) => holderOf(await legacyHolder(ctx, input, writes)),
    handler: async (ctx, { body, reached }) =>
      presentCustomAmenity(await addCustomAmenity(ctx, reached, body.name)),
  }),
  route({
    method: 'PUT',
    path: '/customamenities/:uid',
    operationId: 'changeCustomAmenity',
    summary: 'Update a custom amenity',
    tells: ['UPDATED_PROPERTY'],
    tag,
    body: Type.Object({ name }),
    answer: customAmenity,
    errors: [unknown, 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedCustomAmenity(ctx, params.uid!),
    handler: async (ctx, { body, reached }) => {
      const change = { name: body.name.trim() }
      const row = await changeContent(ctx, kind, reached, change)
      return presentCustomAmenity(row)
    },
  }),
  route({
    method: 'DELETE',
    path: '/customamenities/:uid',
    summary: 'Delete a custom amenity',
    tells: ['UPDATED_PROPERTY'],
    tag,
    http: { status: 204 },
    errors: [unknown, 'READ_ONLY_GRANT'],
    handler: async (ctx, { params }) => {
      const present = await reachedCustomAmenity(ctx, params.uid!)
      await deleteContent(ctx, kind, present)
    },
  }),
]

function reachedCustomAmenity(ctx: Context, uid: string) {
  return reachedContent(ctx, kind, uid, writes)
}
