import type { WorkContext } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { addStorage } from '../../access/agency-storage/agency-storage.ts'
import { type Photo, setFileSize } from '../photos/photos.ts'
import { openPhotoFile } from './photo-file.ts'

/**
 * Stores the file size of a photo uploaded before sizes were recorded, and adds it to the agency's
 * storage; 0 for a lost file. May exceed the agency's quota.
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
