/** Pictures that strangers send: whether they are any, and smaller ones of them. */
import type { Sharp } from 'sharp'
import { madeOnce } from './concurrency/made-once.ts'
import { FairTurns } from './limits/fair-turns.ts'

export type ImageFormat = 'jpeg' | 'png' | 'webp'

/** A picture that is not taken; the message says what one has to be. */
export class ImageRefusal extends Error {}

/** A decoded picture takes four bytes for each. */
const pixelsMax = 100_000_000

const secondsMax = 20

/** JPEG quality of a re-encoded picture: nobody sees the difference. */
const quality = { original: 95, scaled: 80 }

/** Pictures are large once decoded, so one is worked on at a time, owner by owner. */
export const pictureTurns = new FairTurns({
  limit: 'pictures',
  atOnce: 1,
  waitingMax: 200,
  eachWaitingMax: 50,
  waitMs: 60_000,
  retryAfter: 5,
})

/** Who asks for smaller pictures, whom nobody knows: all of them have one share. */
const visitors = 'visitors'

/** Its library takes a while to load, and many processes never see a picture. */
const loadSharp = madeOnce(async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp
})

/** The format that the first dozen bytes of a picture tell, or null. */
export function formatOf(head: Uint8Array): ImageFormat | null {
  const start = Buffer.from(head.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'webp' : null
}

/**
 * A picture as it may be shown to anybody: upright, and without what cameras add, such as the
 * place. One that has nothing of that is given back byte for byte.
 *
 * @param owner whose turn it is
 * @throws ImageRefusal when it is no JPEG, PNG or WebP, is cut off, or has too many pixels
 * @throws ApiError SERVICE_UNAVAILABLE when too many wait
 */
export async function publicImage(bytes: Buffer, owner = ''): Promise<Buffer> {
  const format = formatOf(bytes)
  if (format === null) throw new ImageRefusal('must be a JPEG, PNG or WebP image')
  return pictureTurns.run(owner, async () => {
    try {
      const image = await open(bytes, 'truncated')
      const { width, height, exif, xmp, iptc, comments } = await image.metadata()
      if (width * height > pixelsMax) {
        throw new ImageRefusal(`must have at most ${pixelsMax} pixels`)
      }
      if (exif || xmp || iptc || comments) {
        return await encoded(image.autoOrient(), format, quality.original)
      }
      await image.resize(1, 1).raw().toBuffer()
      return bytes
    } catch (error) {
      if (error instanceof ImageRefusal) throw error
      throw new ImageRefusal(`must be a complete ${format.toUpperCase()} image`, { cause: error })
    }
  })
}

/** Scales a picture so that its longest side has at most `side` pixels; the format stays. */
export async function scaledImage(bytes: Buffer, side: number): Promise<Buffer> {
  const box = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const
  return pictureTurns.run(visitors, async () => {
    const image = await open(bytes, 'none')
    return encoded(image.autoOrient().resize(box), formatOf(bytes)!, quality.scaled)
  })
}

/** In a format; metadata is left out, and PNG loses nothing. */
function encoded(image: Sharp, format: ImageFormat, quality: number): Promise<Buffer> {
  return image.toFormat(format, format === 'png' ? {} : { quality }).toBuffer()
}

async function open(bytes: Buffer, failOn: 'truncated' | 'none'): Promise<Sharp> {
  const sharp = await loadSharp()
  return sharp(bytes, { failOn, limitInputPixels: pixelsMax }).timeout({ seconds: secondsMax })
}
