import type { Context } from '../../../context.ts'
import { deleteRow } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { notFound } from '../../../platform/errors.ts'
import { releaseStorage } from '../../access/agency-storage/agency-storage.ts'
import { enqueuePhotoFileDeletion } from '../photo-storage/photo-file.ts'
import { recordContentUpdate } from '../property-content/require-content-owner.ts'
import { updateCoverPhoto } from './change-cover-photo.ts'
import type { Photo } from './photos.ts'

/**
 * Deletes a photo. A worker deletes the files of an uploaded one later.
 *
 * @throws ApiError PHOTO_NOT_FOUND if it was deleted concurrently
 */
export async function deletePhoto(ctx: Context, photo: Photo): Promise<void> {
  return transaction(ctx, async (ctx: Context) => {
    await recordContentUpdate(ctx, photo)
    const removed = await deleteRow(ctx, 'photos', photo)
    if (!removed) throw notFound('PHOTO_NOT_FOUND', photo.uid)
    await updateCoverPhoto(ctx, photo)
    if (photo.original_image_url === null) {
      await enqueuePhotoFileDeletion(ctx, photo.uid)
      await releaseStorage(ctx, photo.agency_uid, removed.file_size ?? 0)
    }
  })
}
