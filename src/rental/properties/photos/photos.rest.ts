/** Photos of properties and hotels: contract/properties.md §6.1. */
import { type Context, route } from '../../../context.ts'
import { exactlyOne, oneOfRequired, requiredParameter } from '../../../platform/errors.ts'
import {
  integer,
  listOf,
  nullable,
  shape,
  since,
  Type,
  text,
  uid,
  url,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { newUid } from '../../../platform/uid.ts'
import { deletePhotoFiles, photoUpload, storePhotoFile } from '../photo-storage/photo-file.ts'
import { contentEvents, contentRoutes } from '../property-content/content-routes.ts'
import { contentOwnerFields } from '../property-content/require-content-owner.ts'
import { changePhoto } from './change-photo.ts'
import { createPhoto } from './create-photo.ts'
import { deletePhoto } from './delete-photo.ts'
import { displayOrderMax, photoOrder, photosMax, photoUrls } from './photo.ts'
import type { Photo } from './photos.ts'
import { reorderPhotos } from './reorder-photos.ts'

const photo = shape('Photo', {
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

const response = Type.Object({ photo })

const writableFields = {
  originalImageUrl: Type.Optional(url()),
  description: Type.Optional(nullable(text())),
  displayOrder: Type.Optional(integer(0, displayOrderMax)),
  airbnbRoomId: Type.Optional(nullable(text())),
}

const tag = 'Photos'

const photos = contentRoutes({
  table: 'photos',
  order: photoOrder,
  path: '/photos',
  tag,
  rowKey: 'photo',
  listKey: 'photos',
  summaryName: 'a photo',
  notFoundCode: 'PHOTO_NOT_FOUND',
  shape: photo,
  present: presentPhoto,
  remove: deletePhoto,
  removedSince: '3.3',
})

export const photoRoutes = [
  photos.list,
  route({
    method: 'POST',
    path: '/photos',
    summary: 'Add a photo to a property or hotel',
    emits: contentEvents,
    tag,
    http: { upload: photoUpload, status: 201 },
    body: Type.Object({ ...contentOwnerFields, ...writableFields }),
    response,
    errors: [
      'HOTEL_OR_PROPERTY_UID_REQUIRED',
      'CONFLICTING_PARAMETERS',
      'PAYLOAD_RULE_VIOLATION',
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'STORAGE_QUOTA_EXCEEDED',
    ],
    lifecycle: {
      // The file is stored before the row, so no photo is ever without a file.
      prepare: async (ctx, input) => {
        if (input.file === null) return null
        await photos.authorizeAdding(ctx, input)
        readSource(input.body.originalImageUrl, input.file, input.version)
        const uid = newUid(ctx.clock.now().getTime())
        await storePhotoFile(ctx.blobs, uid, input.file)
        return uid
      },
      undo: async (ctx, uid, reply) => {
        if (uid !== null && reply === null) await deletePhotoFiles(ctx.blobs, uid)
      },
    },
    authorize: photos.authorizeAdding,
    // `prepared`: the uid under which `prepare` has stored the file.
    handler: async (ctx, { body, file, authorized: owner, version, prepared }) => {
      const source = readSource(body.originalImageUrl, file, version)
      const stored = prepared === null ? {} : { uid: prepared, fileSize: file!.length }
      const originalImageUrl = typeof source === 'string' ? source : null
      const added = await createPhoto(ctx, owner, { ...body, ...stored, originalImageUrl })
      return { photo: presentPhoto(added, ctx) }
    },
  }),
  photos.get,
  route({
    method: 'PUT',
    path: '/photos/order',
    since: '3.3',
    operationId: 'reorderPhotos',
    summary: 'Reorder the photos of a property or hotel',
    description:
      'Takes the uids of all photos in their new order, and sets `displayOrder` to 0, 1, 2 …',
    emits: contentEvents,
    tag,
    access: { callers: ['agency'] },
    body: shape('PhotoOrder', { ...contentOwnerFields, photoUids: listOf(uid(), photosMax) }),
    response: unpagedResponse('photos', photo),
    errors: ['HOTEL_OR_PROPERTY_UID_REQUIRED', 'ACCESS_DENIED'],
    authorize: photos.authorizeAdding,
    handler: async (ctx, { body, authorized: owner }) => {
      const rows = await reorderPhotos(ctx, owner, body.photoUids)
      return unpaged(
        'photos',
        rows.map(row => presentPhoto(row, ctx)),
      )
    },
  }),
  route({
    method: 'PUT',
    path: '/photos/:uid',
    since: '3.3',
    operationId: 'changePhoto',
    summary: 'Update a photo',
    emits: contentEvents,
    tag,
    body: Type.Object(writableFields),
    response,
    errors: ['PHOTO_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: photos.authorizeChanging,
    handler: async (ctx, { body, authorized }) => ({
      photo: presentPhoto(await changePhoto(ctx, authorized, body), ctx),
    }),
  }),
  photos.delete,
]

/**
 * Returns the source of a new photo: the URL or the file.
 *
 * @throws ApiError REQUIRED_PARAMETER, CONFLICTING_PARAMETERS
 */
function readSource(url: string | undefined, file: Buffer | null, version: Version) {
  const names = [photoUpload.part, 'originalImageUrl']
  if (url !== undefined && file !== null) throw exactlyOne(names)
  const source = url ?? file
  if (source !== null) return source
  throw existsIn(version, photoUpload)
    ? oneOfRequired(names)
    : requiredParameter('originalImageUrl')
}

function presentPhoto(row: Photo, ctx: Context) {
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
