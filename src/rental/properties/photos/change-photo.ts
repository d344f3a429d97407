import type { Context } from '../../../context.ts'
import { diffColumns } from '../../../platform/db/dirty-columns.ts'
import { updateRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { releaseStorage } from '../../access/agency-storage/agency-storage.ts'
import { enqueuePhotoFileDeletion } from '../photo-storage/photo-file.ts'
import { recordContentUpdate } from '../property-content/require-content-owner.ts'
import { updateCoverPhoto } from './change-cover-photo.ts'
import { photoUrls } from './photo.ts'
import { clearFileSize, type Photo } from './photos.ts'

export interface PhotoChange {
  originalImageUrl?: string
  description?: string | null
  displayOrder?: number
  airbnbRoomId?: string | null
}

/**
 * Updates the given fields of a photo. For an uploaded photo, its own URL is no change; another URL
 * replaces the uploaded file.
 *
 * @throws ApiError PHOTO_NOT_FOUND if it was deleted concurrently
 */
export async function changePhoto(ctx: Context, photo: Photo, change: PhotoChange): Promise<Photo> {
  const changedValues = changedColumns(photo, change, ctx.settings.publicUrl)
  if (Object.keys(changedValues).length === 0) return photo
  return transaction(ctx, async (ctx: Context) => {
    await recordContentUpdate(ctx, photo)
    const updated = { ...changedValues, updated_at: ctx.clock.now() }
    const storedPhoto = await updateRow(ctx, 'photos', photo, updated)
    if (!storedPhoto) throw notFound('PHOTO_NOT_FOUND', photo.uid)
    await updateCoverPhoto(ctx, photo)
    if (photo.original_image_url === null && storedPhoto.original_image_url !== null) {
      await enqueuePhotoFileDeletion(ctx, photo.uid)
      await releaseStorage(ctx, photo.agency_uid, await clearFileSize(ctx, photo))
    }
    return storedPhoto
  })
}

function changedColumns(photo: Photo, change: PhotoChange, publicUrl: string): Partial<Photo> {
  const { originalImageUrl, description, displayOrder, airbnbRoomId } = change
  const currentUrl = photoUrls(photo, publicUrl).originalImageUrl
  return diffColumns(photo, {
    description,
    display_order: displayOrder,
    airbnb_room_id: airbnbRoomId,
    original_image_url: originalImageUrl === currentUrl ? undefined : originalImageUrl,
  })
}
