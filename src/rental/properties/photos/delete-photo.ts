import type { Context } from '../../../context.ts'
import { deleteRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { freeStorage } from '../../access/agency-storage/agency-storage.ts'
import { touchHolder } from '../property-content/reached-content-holder.ts'
import { keepFirstPicture } from './keep-first-picture.ts'
import { forgetPhotoFiles } from './photo-file.ts'
import type { Photo } from './photos.ts'

/**
 * Takes a photo away from what a property or hotel shows. The files of an uploaded one are
 * deleted in the background.
 *
 * @throws ApiError PHOTO_NOT_FOUND when it has gone meanwhile
 */
export async function deletePhoto(ctx: Context, photo: Photo): Promise<void> {
  return transaction(ctx, async (ctx: Context) => {
    await touchHolder(ctx, photo)
    const removed = await deleteRow(ctx, 'photos', photo)
    if (!removed) throw notFound('PHOTO_NOT_FOUND', photo.uid)
    await keepFirstPicture(ctx, photo)
    if (photo.original_image_url === null) {
      await forgetPhotoFiles(ctx, photo.uid)
      await freeStorage(ctx, photo.agency_uid, removed.file_size ?? 0)
    }
  })
}
