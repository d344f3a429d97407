/** Photos of properties and hotels: contract/properties.md §6.1. */
import { type Context, route } from '../../context.ts'
import { requiredParameter } from '../../platform/errors.ts'
import { integer, nullable, since, Type, text, uid, url } from '../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../platform/rest/list.ts'
import { listContent, reachedContent } from '../properties/content.ts'
import { holderFields, reachedHolder } from '../properties/content-holder.ts'
import { changePhoto } from './change-photo.ts'
import { createPhoto } from './create-photo.ts'
import { deletePhoto } from './delete-photo.ts'
import { displayOrderMax, photoOrder, photoUrls } from './photo.ts'
import type { Photo } from './photos.ts'

const photo = Type.Object({
  uid: uid(),
  propertyUid: nullable(uid()),
  hotelUid: since('3.1', nullable(uid())),
  description: nullable(text()),
  displayOrder: integer(0, displayOrderMax),
  airbnbRoomId: nullable(text()),
  originalImageUrl: url(),
  largeScaleImageUrl: url(),
  mediumScaleImageUrl: url(),
  largeThumbnailScaleImageUrl: url(),
  mediumThumbnailScaleImageUrl: url(),
})

const answer = Type.Object({ photo })

const written = {
  originalImageUrl: Type.Optional(url()),
  description: Type.Optional(nullable(text())),
  displayOrder: Type.Optional(integer(0, displayOrderMax)),
  airbnbRoomId: Type.Optional(nullable(text())),
}

const writes = { access: 'READ_WRITE' } as const
const tag = 'Photos'

export const photoRoutes = [
  route({
    method: 'GET',
    path: '/photos',
    summary: 'List the photos of a property or hotel',
    tag,
    query: Type.Object(holderFields),
    answer: unpagedAnswer('photos', photo),
    errors: ['HOTEL_OR_PROPERTY_UID_REQUIRED', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const holder = await reachedHolder(ctx, query)
      const rows = await listContent(ctx, 'photos', holder, photoOrder)
      return unpaged(
        'photos',
        rows.map(row => presentPhoto(ctx, row)),
      )
    },
  }),
  route({
    method: 'POST',
    path: '/photos',
    summary: 'Add a photo to a property or hotel',
    tag,
    body: Type.Object({ ...holderFields, ...written }),
    status: 201,
    answer,
    errors: ['HOTEL_OR_PROPERTY_UID_REQUIRED', 'PAYLOAD_RULE_VIOLATION', 'ACCESS_DENIED'],
    authorize: async (ctx, { body }) => {
      await reachedHolder(ctx, body, writes)
    },
    handler: async (ctx, { body }) => {
      const { originalImageUrl } = body
      if (originalImageUrl === undefined) throw requiredParameter('originalImageUrl')
      const holder = await reachedHolder(ctx, body, writes)
      return {
        photo: presentPhoto(ctx, await createPhoto(ctx, holder, { ...body, originalImageUrl })),
      }
    },
  }),
  route({
    method: 'GET',
    path: '/photos/:uid',
    summary: 'Get a photo',
    tag,
    answer,
    errors: ['PHOTO_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      photo: presentPhoto(ctx, await reachedPhoto(ctx, params)),
    }),
  }),
  route({
    method: 'PUT',
    path: '/photos/:uid',
    since: '3.3',
    summary: 'Change a photo',
    tag,
    body: Type.Object(written),
    answer,
    errors: ['INVALID_PARAMETER', 'PHOTO_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => {
      await reachedPhoto(ctx, params, writes)
    },
    handler: async (ctx, { params, body }) => {
      const present = await reachedPhoto(ctx, params)
      return { photo: presentPhoto(ctx, await changePhoto(ctx, present, body)) }
    },
  }),
  route({
    method: 'DELETE',
    path: '/photos/:uid',
    since: '3.3',
    summary: 'Delete a photo',
    tag,
    status: 204,
    errors: ['PHOTO_NOT_FOUND', 'READ_ONLY_GRANT'],
    handler: async (ctx, { params }) => deletePhoto(ctx, await reachedPhoto(ctx, params, writes)),
  }),
]

function reachedPhoto(
  ctx: Context,
  params: Record<string, string>,
  wanted: { access?: 'READ_WRITE' } = {},
) {
  return reachedContent(ctx, 'photos', 'PHOTO_NOT_FOUND', params.uid!, wanted)
}

function presentPhoto(ctx: Context, row: Photo) {
  return {
    uid: row.uid,
    propertyUid: row.property_uid,
    hotelUid: row.hotel_uid,
    description: row.description,
    displayOrder: row.display_order,
    airbnbRoomId: row.airbnb_room_id,
    ...photoUrls(row, ctx.settings.publicUrl),
  }
}
