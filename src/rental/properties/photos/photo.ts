/** URLs of photos: contract/properties.md §6.1. */

/** Longest sides of the scaled versions of an uploaded photo, in pixels. */
export const scaledSides = [1600, 1024, 720, 480, 96] as const

export type ScaledSide = (typeof scaledSides)[number]

/** Path prefix of uploaded photos; the photo's uid follows. */
export const filesPath = '/files/photos/'

/** Maximum number of photos of a property or hotel. */
export const photosMax = 200

export const displayOrderMax = 1_000_000_000

export const photoOrder: ('display_order' | 'uid')[] = ['display_order', 'uid']

export interface PhotoUrls {
  originalImageUrl: string
  largeScaleImageUrl: string
  mediumScaleImageUrl: string
  largeThumbnailScaleImageUrl: string
  mediumThumbnailScaleImageUrl: string
}

/**
 * Returns the URLs of a photo. A photo that was added by URL has no scaled versions: all five are
 * that URL. An uploaded photo (URL null) is served by this server.
 */
export function photoUrls(
  photo: { uid: string; original_image_url: string | null },
  publicUrl: string,
): PhotoUrls {
  const original = photo.original_image_url ?? `${publicUrl}${filesPath}${photo.uid}`
  const scaled = (side: ScaledSide) =>
    photo.original_image_url === null ? `${original}?w=${side}` : original
  return {
    originalImageUrl: original,
    largeScaleImageUrl: scaled(1600),
    mediumScaleImageUrl: scaled(1024),
    largeThumbnailScaleImageUrl: scaled(720),
    mediumThumbnailScaleImageUrl: scaled(480),
  }
}
