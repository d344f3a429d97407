/** The files of uploaded photos: contract/properties.md §6.1. */

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../../../context.ts'
import type { BlobStore, StoredBlob } from '../../../platform/blobs/blob-store.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { ImageRefusal, publicImage, scaledImage } from '../../../platform/image.ts'
import { withErrorListener } from '../../../platform/streams/with-error-listener.ts'
import { type ScaledSide, scaledSides } from './photo.ts'

export const photoUpload = {
  part: 'file',
  since: '3.3',
  bytesMax: 20 * 1_048_576,
  read: readPhotoFile,
} as const

/** @throws ApiError INVALID_PARAMETER when it is no whole picture of a known format */
async function readPhotoFile(file: Buffer, owner: string): Promise<Buffer> {
  try {
    return await publicImage(file, owner)
  } catch (error) {
    if (error instanceof ImageRefusal) throw invalidParameter(photoUpload.part, error.message)
    throw error
  }
}

/** Where the files of photos are. */
export const photosFolder = 'photos'

function keyOf(photoUid: string, side: ScaledSide | 'original'): string {
  return `${photosFolder}/${photoUid}/${side}`
}

export async function storePhotoFile(blobs: BlobStore, uid: string, file: Buffer): Promise<void> {
  await blobs.put(keyOf(uid, 'original'), file)
}

/** Deletes the file of a photo and the smaller ones that were made of it. */
export async function deletePhotoFiles(blobs: BlobStore, uid: string): Promise<void> {
  await blobs.remove((['original', ...scaledSides] as const).map(side => keyOf(uid, side)))
}

/** Has a worker delete the files of a photo when the open transaction is committed. */
export async function forgetPhotoFiles({ db, tasks }: Context, uid: string): Promise<void> {
  await tasks.send(db, 'delete-photo-files', { uid })
}

/**
 * The file of an uploaded photo, or a smaller one, which is made when it is first asked for; null
 * when there is no such photo.
 */
export async function openPhotoFile(
  blobs: BlobStore,
  uid: string,
  side: ScaledSide | null,
): Promise<StoredBlob | null> {
  if (side === null) return blobs.open(keyOf(uid, 'original'))
  const made = await blobs.open(keyOf(uid, side))
  return made ?? scale(blobs, uid, side)
}

async function scale(blobs: BlobStore, uid: string, side: ScaledSide): Promise<StoredBlob | null> {
  const original = await blobs.open(keyOf(uid, 'original'))
  if (original === null) return null
  const bytes = await scaledImage(await buffer(original.stream), side)
  await blobs.put(keyOf(uid, side), bytes)
  const still = await blobs.open(keyOf(uid, 'original'))
  // The photo was deleted meanwhile, and this file with it, or before it was there.
  if (still === null) {
    await deletePhotoFiles(blobs, uid)
    return null
  }
  still.stream.destroy()
  return { size: bytes.length, stream: withErrorListener(Readable.from([bytes])) }
}
