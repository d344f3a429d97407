/** Where the pictures of a photo are: contract/properties.md §6.1. */

/** The longest sides, in pixels, that an uploaded photo can be had in. */
export const scaledSides = [1600, 1024, 720, 480] as const

export type ScaledSide = (typeof scaledSides)[number]

/** The public address of uploaded photos is this and a photo's uid. */
export const filesPath = '/files/photos/'

/** How many photos a property or hotel may have. */
export const photosMax = 200

export const displayOrderMax = 1_000_000_000

/** The order in which photos are shown. */
export const photoOrder: ('display_order' | 'uid')[] = ['display_order', 'uid']

export interface PhotoUrls {
  originalImageUrl: string
  largeScaleImageUrl: string
  mediumScaleImageUrl: string
  largeThumbnailScaleImageUrl: string
  mediumThumbnailScaleImageUrl: string
}

/**
 * The addresses of a photo. One that was given by its URL has no scaled pictures: all five are that
 * URL. One that was uploaded, its URL null, is served by this server.
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
