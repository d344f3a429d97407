import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { updateCoverPhoto } from '../photos/change-cover-photo.ts'
import { createPhoto } from '../photos/create-photo.ts'
import { photoOrder, photoUrls } from '../photos/photo.ts'
import { numberPhotos } from '../photos/photos.ts'
import { listContent } from '../property-content/content.ts'
import {
  type ContentOwner,
  lockContentOwner,
  recordContentUpdate,
} from '../property-content/require-content-owner.ts'

/**
 * Makes the photo with this URL the first photo of a property or hotel, and adds it if there is
 * none. The order of the others does not change. Does nothing if it is the first already
 * (contract/properties.md §5.2).
 *
 * @throws ApiError PAYLOAD_RULE_VIOLATION if the content owner has the maximum number of photos
 */
export async function changeFirstPhoto(
  ctx: Context,
  owner: ContentOwner,
  url: string,
): Promise<void> {
  return transaction(ctx, async (ctx: Context) => {
    await lockContentOwner(ctx, owner)
    const currentPhotos = await listContent(ctx, 'photos', owner, photoOrder)
    const existing = currentPhotos.find(photo =>
      Object.values(photoUrls(photo, ctx.settings.publicUrl)).includes(url),
    )
    if (existing !== undefined && existing === currentPhotos[0]) return
    const { uid } = existing ?? (await createPhoto(ctx, owner, { originalImageUrl: url }))
    const otherUids = currentPhotos.map(photo => photo.uid).filter(other => other !== uid)
    await numberPhotos(ctx, owner.agency_uid, [uid, ...otherUids])
    await updateCoverPhoto(ctx, owner)
    await recordContentUpdate(ctx, owner)
  })
}
