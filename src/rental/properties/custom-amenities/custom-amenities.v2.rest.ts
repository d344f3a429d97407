/** Legacy `/v2/customamenities`: contract/properties.md §5.3. */
import { type Context, route } from '../../../context.ts'
import { Type, text, uid } from '../../../platform/rest/fields.ts'
import { requireProperty } from '../properties/properties.ts'
import {
  changeContent,
  deleteContent,
  listContent,
  requireContent,
} from '../property-content/content.ts'
import {
  propertyUidParam,
  requirePropertyParam,
} from '../property-content/legacy-property-param.ts'
import { toContentOwner } from '../property-content/require-content-owner.ts'
import { addCustomAmenity } from './add-custom-amenity.ts'
import { customAmenity, presentCustomAmenity } from './custom-amenity-shape.ts'

const name = text({ min: 1 })
const notFoundCode = 'CUSTOM_AMENITY_NOT_FOUND'
const kind = { table: 'custom_amenities', notFoundCode } as const
const writeAccess = { access: 'READ_WRITE' } as const
const tag = 'Custom amenities'

export const legacyCustomAmenityRoutes = [
  route({
    method: 'GET',
    path: '/customamenities',
    summary: 'List the custom amenities of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    response: Type.Array(customAmenity),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const owner = toContentOwner(await requireProperty(ctx, query.propertyUid))
      return (await listContent(ctx, 'custom_amenities', owner)).map(presentCustomAmenity)
    },
  }),
  route({
    method: 'POST',
    path: '/customamenities',
    summary: 'Add a custom amenity to a property',
    emits: ['UPDATED_PROPERTY'],
    tag,
    query: Type.Object(propertyUidParam),
    body: Type.Object({ ...propertyUidParam, name }),
    http: { status: 201 },
    response: customAmenity,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT'],
    authorize: async (ctx, input) =>
      toContentOwner(await requirePropertyParam(ctx, input, writeAccess)),
    handler: async (ctx, { body, authorized }) =>
      presentCustomAmenity(await addCustomAmenity(ctx, authorized, body.name)),
  }),
  route({
    method: 'PUT',
    path: '/customamenities/:uid',
    operationId: 'changeCustomAmenity',
    summary: 'Update a custom amenity',
    emits: ['UPDATED_PROPERTY'],
    tag,
    body: Type.Object({ name }),
    response: customAmenity,
    errors: [notFoundCode, 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requireCustomAmenity(ctx, params.uid!),
    handler: async (ctx, { body, authorized }) => {
      const change = { name: body.name.trim() }
      const row = await changeContent(ctx, kind, authorized, change)
      return presentCustomAmenity(row)
    },
  }),
  route({
    method: 'DELETE',
    path: '/customamenities/:uid',
    summary: 'Delete a custom amenity',
    emits: ['UPDATED_PROPERTY'],
    tag,
    http: { status: 204 },
    errors: [notFoundCode, 'READ_ONLY_GRANT'],
    handler: async (ctx, { params }) => {
      const row = await requireCustomAmenity(ctx, params.uid!)
      await deleteContent(ctx, kind, row)
    },
  }),
]

function requireCustomAmenity(ctx: Context, uid: string) {
  return requireContent(ctx, kind, uid, writeAccess)
}
