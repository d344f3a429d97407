import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { createPhoto } from '../photos/create-photo.ts'
import { keepFirstPicture } from '../photos/keep-first-picture.ts'
import { photoOrder, photoUrls } from '../photos/photo.ts'
import { numberPhotos } from '../photos/photos.ts'
import { listContent } from '../property-content/content.ts'
import {
  type ContentHolder,
  lockHolder,
  touchHolder,
} from '../property-content/reached-content-holder.ts'

/**
 * Makes the photo of an address the first of a property or hotel, and adds one where it has none
 * of that address; the others follow in the order that they have. Where it is the first already
 * nothing is touched (contract/properties.md §5.2).
 *
 * @throws ApiError PAYLOAD_RULE_VIOLATION when the holder has all the photos it may have
 */
export async function changeFirstPhoto(
  ctx: Context,
  holder: ContentHolder,
  url: string,
): Promise<void> {
  return transaction(ctx, async (ctx: Context) => {
    await lockHolder(ctx, holder)
    const present = await listContent(ctx, 'photos', holder, photoOrder)
    const known = present.find(photo =>
      Object.values(photoUrls(photo, ctx.settings.publicUrl)).includes(url),
    )
    if (known !== undefined && known === present[0]) return
    const { uid } = known ?? (await createPhoto(ctx, holder, { originalImageUrl: url }))
    const others = present.map(photo => photo.uid).filter(other => other !== uid)
    await numberPhotos(ctx, holder.agency_uid, [uid, ...others])
    await keepFirstPicture(ctx, holder)
    await touchHolder(ctx, holder)
  })
}
