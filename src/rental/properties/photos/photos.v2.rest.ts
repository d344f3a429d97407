/** Legacy `/v2/photos`: contract/properties.md §5.3. */
import { type Context, route } from '../../../context.ts'
import { integer, nullable, shape, Type, text, uid, url } from '../../../platform/rest/fields.ts'
import { requireProperty } from '../properties/properties.ts'
import { listContent, requireContent } from '../property-content/content.ts'
import {
  propertyUidParam,
  requirePropertyParam,
} from '../property-content/legacy-property-param.ts'
import { toContentOwner } from '../property-content/require-content-owner.ts'
import { changePhoto } from './change-photo.ts'
import { createPhoto } from './create-photo.ts'
import { deletePhoto } from './delete-photo.ts'
import { displayOrderMax, photoOrder, photoUrls } from './photo.ts'
import type { Photo } from './photos.ts'

const legacyPhoto = shape('Photo', {
  uid: uid(),
  description: nullable(text()),
  url: url(),
  displayOrder: integer(0, displayOrderMax),
  airbnbRoomId: nullable(text()),
})

const written = {
  description: Type.Optional(nullable(text())),
  displayOrder: Type.Optional(integer(0, displayOrderMax)),
  airbnbRoomId: Type.Optional(nullable(text())),
}

const writeAccess = { access: 'READ_WRITE' } as const
const tag = 'Photos'

export const legacyPhotoRoutes = [
  route({
    method: 'GET',
    path: '/photos',
    summary: 'List the photos of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    response: Type.Array(legacyPhoto),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const owner = toContentOwner(await requireProperty(ctx, query.propertyUid))
      const rows = await listContent(ctx, 'photos', owner, photoOrder)
      return rows.map(row => presentLegacyPhoto(ctx, row))
    },
  }),
  route({
    method: 'POST',
    path: '/photos',
    summary: 'Add a photo to a property',
    emits: ['UPDATED_PROPERTY'],
    tag,
    query: Type.Object(propertyUidParam),
    body: Type.Object({ ...propertyUidParam, url: url(), ...written }),
    http: { status: 201 },
    response: legacyPhoto,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'PAYLOAD_RULE_VIOLATION'],
    authorize: async (ctx, input) =>
      toContentOwner(await requirePropertyParam(ctx, input, writeAccess)),
    handler: async (ctx, { body: { url: originalImageUrl, ...said }, authorized }) =>
      presentLegacyPhoto(ctx, await createPhoto(ctx, authorized, { ...said, originalImageUrl })),
  }),
  route({
    method: 'PUT',
    path: '/photos/:uid',
    operationId: 'changePhoto',
    summary: 'Update a photo',
    emits: ['UPDATED_PROPERTY'],
    tag,
    body: Type.Object({ url: Type.Optional(url()), ...written }),
    response: legacyPhoto,
    errors: ['PHOTO_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => requirePhoto(ctx, params.uid!),
    handler: async (ctx, { body: { url, ...said }, authorized }) => {
      const change = { ...said, ...(url === undefined ? {} : { originalImageUrl: url }) }
      return presentLegacyPhoto(ctx, await changePhoto(ctx, authorized, change))
    },
  }),
  route({
    method: 'DELETE',
    path: '/photos/:uid',
    summary: 'Delete a photo',
    emits: ['UPDATED_PROPERTY'],
    tag,
    http: { status: 204 },
    errors: ['PHOTO_NOT_FOUND', 'READ_ONLY_GRANT'],
    handler: async (ctx, { params }) => deletePhoto(ctx, await requirePhoto(ctx, params.uid!)),
  }),
]

function requirePhoto(ctx: Context, uid: string): Promise<Photo> {
  return requireContent(ctx, { table: 'photos', notFoundCode: 'PHOTO_NOT_FOUND' }, uid, writeAccess)
}

function presentLegacyPhoto(ctx: Context, row: Photo) {
  return {
    uid: row.uid,
    description: row.description,
    url: photoUrls(row, ctx.settings.publicUrl).originalImageUrl,
    displayOrder: row.display_order,
    airbnbRoomId: row.airbnb_room_id,
  }
}
