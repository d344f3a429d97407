/** Legacy `/v2/photos`: contract/properties.md §5.3. */
import { type Context, route } from '../../../context.ts'
import { integer, nullable, shape, Type, text, uid, url } from '../../../platform/rest/fields.ts'
import { reachedProperty } from '../properties/properties.ts'
import { listContent, reachedContent } from '../property-content/content.ts'
import { legacyHolder, legacyHolderField } from '../property-content/legacy-holder.ts'
import { holderOf } from '../property-content/reached-content-holder.ts'
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

const writes = { access: 'READ_WRITE' } as const
const tag = 'Photos'

export const legacyPhotoRoutes = [
  route({
    method: 'GET',
    path: '/photos',
    summary: 'List the photos of a property',
    tag,
    query: Type.Object({ propertyUid: uid() }),
    answer: Type.Array(legacyPhoto),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const holder = holderOf(await reachedProperty(ctx, query.propertyUid))
      const rows = await listContent(ctx, 'photos', holder, photoOrder)
      return rows.map(row => presentLegacyPhoto(ctx, row))
    },
  }),
  route({
    method: 'POST',
    path: '/photos',
    summary: 'Add a photo to a property',
    tells: ['UPDATED_PROPERTY'],
    tag,
    query: Type.Object(legacyHolderField),
    body: Type.Object({ ...legacyHolderField, url: url(), ...written }),
    http: { status: 201 },
    answer: legacyPhoto,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'PAYLOAD_RULE_VIOLATION'],
    authorize: async (ctx, input) => holderOf(await legacyHolder(ctx, input, writes)),
    handler: async (ctx, { body: { url: originalImageUrl, ...said }, reached }) =>
      presentLegacyPhoto(ctx, await createPhoto(ctx, reached, { ...said, originalImageUrl })),
  }),
  route({
    method: 'PUT',
    path: '/photos/:uid',
    operationId: 'changePhoto',
    summary: 'Update a photo',
    tells: ['UPDATED_PROPERTY'],
    tag,
    body: Type.Object({ url: Type.Optional(url()), ...written }),
    answer: legacyPhoto,
    errors: ['PHOTO_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedPhoto(ctx, params.uid!),
    handler: async (ctx, { body: { url, ...said }, reached }) => {
      const change = { ...said, ...(url === undefined ? {} : { originalImageUrl: url }) }
      return presentLegacyPhoto(ctx, await changePhoto(ctx, reached, change))
    },
  }),
  route({
    method: 'DELETE',
    path: '/photos/:uid',
    summary: 'Delete a photo',
    tells: ['UPDATED_PROPERTY'],
    tag,
    http: { status: 204 },
    errors: ['PHOTO_NOT_FOUND', 'READ_ONLY_GRANT'],
    handler: async (ctx, { params }) => deletePhoto(ctx, await reachedPhoto(ctx, params.uid!)),
  }),
]

function reachedPhoto(ctx: Context, uid: string): Promise<Photo> {
  return reachedContent(ctx, { table: 'photos', unknown: 'PHOTO_NOT_FOUND' }, uid, writes)
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
