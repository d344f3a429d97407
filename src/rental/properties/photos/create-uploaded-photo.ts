import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import type { ContentHolder } from '../property-content/reached-content-holder.ts'
import { createPhoto, type NewPhoto } from './create-photo.ts'
import { deletePhotoFiles, storePhotoFile } from './photo-file.ts'
import type { Photo } from './photos.ts'

/**
 * Adds a photo that is kept by this server. Its file is stored first, so that no photo is ever
 * without one; of a photo that could not be added it is taken away again.
 *
 * @throws ApiError PAYLOAD_RULE_VIOLATION, SERVICE_UNAVAILABLE
 */
export async function createUploadedPhoto(
  ctx: Context,
  holder: ContentHolder,
  file: Buffer,
  said: Omit<NewPhoto, 'uid' | 'originalImageUrl'>,
): Promise<Photo> {
  const uid = newUid(ctx.clock.now().getTime())
  await storePhotoFile(ctx.blobs, uid, file)
  try {
    return await createPhoto(ctx, holder, { ...said, uid, originalImageUrl: null })
  } catch (error) {
    await deletePhotoFiles(ctx.blobs, uid)
    throw error
  }
}
