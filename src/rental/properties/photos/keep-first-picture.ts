import type { Context } from '../../../context.ts'
import { type ContentHolder, keepPictureLink } from '../property-content/reached-content-holder.ts'
import { photoUrls } from './photo.ts'
import { findFirstPhoto } from './photos.ts'

/** Makes the first photo of a property or hotel the one that it is shown by. */
export async function keepFirstPicture(ctx: Context, holder: ContentHolder): Promise<void> {
  const first = await findFirstPhoto(ctx, holder)
  const link = first ? photoUrls(first, ctx.settings.publicUrl).largeScaleImageUrl : null
  await keepPictureLink(ctx, holder, link)
}
