import type { Context } from '../../../context.ts'
import { type ContentOwner, setPictureLink } from '../property-content/require-content-owner.ts'
import { photoUrls } from './photo.ts'
import { findFirstPhoto } from './photos.ts'

/** Updates the picture link of a property or hotel to its first photo. */
export async function updateCoverPhoto(ctx: Context, owner: ContentOwner): Promise<void> {
  const first = await findFirstPhoto(ctx, owner)
  const link = first ? photoUrls(first, ctx.settings.publicUrl).largeScaleImageUrl : null
  await setPictureLink(ctx, owner, link)
}
