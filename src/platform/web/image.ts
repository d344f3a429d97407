/** Uploaded images: validation and scaling. */
import type { Sharp } from 'sharp'
import { memoizeAsync } from '../concurrency/memoize-async.ts'
import { FairSemaphore } from '../limits/fair-semaphore.ts'

export type ImageFormat = 'jpeg' | 'png' | 'webp'

/** Error of an unsupported image; its message names the requirement. */
export class ImageRefusal extends Error {}

/** Maximum number of pixels; each takes four bytes in a decoded image. */
const pixelsMax = 100_000_000

/** Timeout for processing one image. */
const secondsMax = 20

/** JPEG quality without visible loss. */
const quality = { original: 95, scaled: 80 }

/**
 * Queue of image processing, fair by owner. It processes one image at a time, because decoded
 * images are large.
 */
export const imageQueue = new FairSemaphore({
  limit: 'pictures',
  atOnce: 1,
  waitingMax: 200,
  eachWaitingMax: 50,
  waitMs: 60_000,
  retryAfter: 5,
})

/** Queue key shared by all anonymous requests for scaled images. */
const anonymousQueueKey = 'visitors'

/** Loads sharp on demand: it is slow to load, and many processes do not need it. */
const loadSharp = memoizeAsync(async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
})

/** Number of bytes that show the format. */
const headBytes = 12

/** Detects the image format from the first bytes; null if it is unknown. */
export function detectFormat(head: Uint8Array): ImageFormat | null {
  const start = Buffer.from(head.subarray(0, headBytes)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'webp' : null
}

/**
 * Removes the metadata of an image, such as the location, and rotates it upright, because the
 * orientation is metadata. Returns an image without metadata unchanged.
 *
 * @param owner queue key
 * @throws ImageRefusal if it is not a JPEG, PNG or WebP, is truncated, or has too many pixels
 * @throws ApiError SERVICE_UNAVAILABLE if the queue is full
 */
export async function publicImage(bytes: Buffer, owner = ''): Promise<Buffer> {
  const format = detectFormat(bytes)
  if (format === null) throw new ImageRefusal('must be a JPEG, PNG or WebP image')
  return imageQueue.run(owner, async () => {
    try {
      const image = await openImage(bytes, 'truncated')
      const { width, height, exif, xmp, iptc, comments } = await image.metadata()
      if (width * height > pixelsMax) {
        throw new ImageRefusal(`must have at most ${pixelsMax} pixels`)
      }
      if (exif || xmp || iptc || comments) {
        return await encodeImage(image.autoOrient(), format, quality.original)
      }
      // Decodes the image, which fails if it is truncated.
      await image.resize(1, 1).raw().toBuffer()
      return bytes
    } catch (error) {
      if (error instanceof ImageRefusal) throw error
      throw new ImageRefusal(`must be a complete ${format.toUpperCase()} image`, { cause: error })
    }
  })
}

/**
 * Scales an image to at most `side` pixels on its longest side, in a format; by default that of the
 * image.
 */
export async function scaledImage(
  bytes: Buffer,
  side: number,
  format: ImageFormat = detectFormat(bytes)!,
): Promise<Buffer> {
  const box = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const
  return imageQueue.run(anonymousQueueKey, async () => {
    const image = await openImage(bytes, 'none')
    return encodeImage(image.autoOrient().resize(box), format, quality.scaled)
  })
}

/** Encodes an image without metadata; PNG is lossless. */
function encodeImage(image: Sharp, format: ImageFormat, quality: number): Promise<Buffer> {
  return image.toFormat(format, format === 'png' ? {} : { quality }).toBuffer()
}

async function openImage(bytes: Buffer, failOn: 'truncated' | 'none'): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(bytes, { failOn, limitInputPixels: pixelsMax }).timeout({ seconds: secondsMax })
}
