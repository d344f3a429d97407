import type { Context } from '../../../context.ts'
import { differing } from '../../../platform/db/differing.ts'
import { updateRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { freeStorage } from '../../access/agency-storage/agency-storage.ts'
import { touchHolder } from '../property-content/reached-content-holder.ts'
import { keepFirstPicture } from './keep-first-picture.ts'
import { photoUrls } from './photo.ts'
import { forgetPhotoFiles } from './photo-file.ts'
import { clearFileSize, type Photo } from './photos.ts'

export interface PhotoChange {
  originalImageUrl?: string
  description?: string | null
  displayOrder?: number
  airbnbRoomId?: string | null
}

/**
 * Changes what is said of a photo; what is left out stays. The address of an uploaded photo given
 * back is no change, another one takes its place.
 *
 * @throws ApiError PHOTO_NOT_FOUND when it has gone meanwhile
 */
export async function changePhoto(ctx: Context, photo: Photo, change: PhotoChange): Promise<Photo> {
  const changed = changedColumns(photo, change, ctx.settings.publicUrl)
  if (Object.keys(changed).length === 0) return photo
  return transaction(ctx, async (ctx: Context) => {
    await touchHolder(ctx, photo)
    const updated = { ...changed, updated_at: ctx.clock.now() }
    const written = await updateRow(ctx, 'photos', photo, updated)
    if (!written) throw notFound('PHOTO_NOT_FOUND', photo.uid)
    await keepFirstPicture(ctx, photo)
    if (photo.original_image_url === null && written.original_image_url !== null) {
      await forgetPhotoFiles(ctx, photo.uid)
      await freeStorage(ctx, photo.agency_uid, await clearFileSize(ctx, photo))
    }
    return written
  })
}

function changedColumns(photo: Photo, change: PhotoChange, publicUrl: string): Partial<Photo> {
  const { originalImageUrl, description, displayOrder, airbnbRoomId } = change
  const present = photoUrls(photo, publicUrl).originalImageUrl
  return differing(photo, {
    description,
    display_order: displayOrder,
    airbnb_room_id: airbnbRoomId,
    original_image_url: originalImageUrl === present ? undefined : originalImageUrl,
  })
}
