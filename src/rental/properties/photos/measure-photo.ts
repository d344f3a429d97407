import type { WorkContext } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { addStorage } from '../../access/agency-storage/agency-storage.ts'
import { openPhotoFile } from './photo-file.ts'
import { type Photo, setFileSize } from './photos.ts'

/**
 * Looks how large the file of a photo is that was uploaded before that was kept, and counts it; a
 * file that is lost has no bytes. An agency that has too many by this keeps them.
 */
export async function measurePhoto(
  ctx: WorkContext,
  photo: Pick<Photo, 'agency_uid' | 'uid'>,
): Promise<void> {
  const file = await openPhotoFile(ctx.blobs, photo.uid, null)
  file?.stream.destroy()
  const size = file?.size ?? 0
  await transaction(ctx, async (ctx: WorkContext) => {
    if (await setFileSize(ctx, photo, size)) await addStorage(ctx, photo.agency_uid, size)
  })
}
