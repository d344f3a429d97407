/** Uploads of pictures of employees: contract/resources.md §8.1. */
import { invalidParameter } from '../../../platform/errors.ts'
import { ImageRefusal, publicImage, scaledImage } from '../../../platform/image.ts'

/** The longest side of a stored picture, in pixels. */
const sideMax = 512

export const pictureUpload = {
  part: 'file',
  since: '3.3',
  bytesMax: 5 * 1_048_576,
  read: readPicture,
} as const

/** @throws ApiError INVALID_PARAMETER for a file that is no whole picture of a known format */
async function readPicture(file: Buffer, owner: string): Promise<Buffer> {
  try {
    return await scaledImage(await publicImage(file, owner), sideMax)
  } catch (error) {
    if (error instanceof ImageRefusal) throw invalidParameter(pictureUpload.part, error.message)
    throw error
  }
}
