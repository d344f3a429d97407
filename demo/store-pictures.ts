import sharp from 'sharp'
import type { BlobStore } from '../src/platform/blobs/blob-store.ts'
import { storePhotoFile } from '../src/rental/properties/photos/photo-file.ts'
import { type Motif, pictureOf, type Sight } from './pictures/picture.ts'

/** A photo that is still to be drawn. */
export interface Shot {
  photoUid: string
  sight: Sight
  motif: Motif
}

/** Pictures are drawn in threads; more at once would only take memory. */
const atOnce = 4

const quality = 82

/** Draws the pictures of photos and stores them as if they had been uploaded. */
export async function storePictures(blobs: BlobStore, shots: Shot[]): Promise<void> {
  const byPicture = Map.groupBy(shots, ({ sight, motif }) => JSON.stringify([sight, motif]))
  const pictures = byPicture.values()
  const drawNext = async () => {
    for (const alike of pictures) {
      const [{ sight, motif }] = alike as [Shot, ...Shot[]]
      const svg = Buffer.from(pictureOf(sight, motif))
      const file = await sharp(svg).flatten().jpeg({ quality }).toBuffer()
      await Promise.all(alike.map(({ photoUid }) => storePhotoFile(blobs, photoUid, file)))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, drawNext))
}
