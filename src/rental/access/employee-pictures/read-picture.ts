/** Uploads of pictures of employees: contract/resources.md §8.1. */
import { invalidParameter } from '../../../platform/errors.ts'
import { ImageRefusal, publicImage, scaledImage } from '../../../platform/web/image.ts'

/** Maximum width and height of a stored picture, in pixels. */
const sidePixelsMax = 512

export const pictureUpload = {
  part: 'file',
  since: '3.3',
  bytesMax: 5 * 1_048_576,
  read: readPicture,
} as const

/**
 * @throws ApiError INVALID_PARAMETER for a file that is not a complete picture of a known format
 */
async function readPicture(file: Buffer, owner: string): Promise<Buffer> {
  try {
    return await scaledImage(await publicImage(file, owner), sidePixelsMax)
  } catch (error) {
    if (error instanceof ImageRefusal) throw invalidParameter(pictureUpload.part, error.message)
    throw error
  }
}
