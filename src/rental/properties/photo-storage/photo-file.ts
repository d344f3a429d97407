/** Files of uploaded photos: contract/properties.md §6.1. */

import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Context } from '../../../context.ts'
import type { BlobStore, StoredBlob } from '../../../platform/blobs/blob-store.ts'
import { invalidParameter } from '../../../platform/errors.ts'
import { withErrorListener } from '../../../platform/io/with-error-listener.ts'
import {
  type ImageFormat,
  ImageRefusal,
  publicImage,
  scaledImage,
} from '../../../platform/web/image.ts'
import { type ScaledSide, scaledSides } from '../photos/photo.ts'

export const photoUpload = {
  part: 'file',
  since: '3.3',
  bytesMax: 20 * 1_048_576,
  read: readPhotoFile,
} as const

/** @throws ApiError INVALID_PARAMETER if it is not a complete image in a supported format */
async function readPhotoFile(file: Buffer, owner: string): Promise<Buffer> {
  try {
    return await publicImage(file, owner)
  } catch (error) {
    if (error instanceof ImageRefusal) throw invalidParameter(photoUpload.part, error.message)
    throw error
  }
}

/** Blob folder of photo files. */
export const photosFolder = 'photos'

/** Version of a photo: the last part of its blob key. */
type PhotoVersion = 'original' | ScaledSide | `${ScaledSide}.webp`

const versions: PhotoVersion[] = [
  'original',
  ...scaledSides.flatMap(side => [side, `${side}.webp`] as const),
]

function blobKey(photoUid: string, version: PhotoVersion): string {
  return `${photosFolder}/${photoUid}/${version}`
}

export async function storePhotoFile(blobs: BlobStore, uid: string, file: Buffer): Promise<void> {
  await blobs.put(blobKey(uid, 'original'), file)
}

/** Deletes the file of a photo and its scaled versions. */
export async function deletePhotoFiles(blobs: BlobStore, uid: string): Promise<void> {
  await blobs.remove(versions.map(version => blobKey(uid, version)))
}

/** Enqueues the deletion of a photo's files when the transaction commits. */
export async function enqueuePhotoFileDeletion({ db, tasks }: Context, uid: string): Promise<void> {
  await tasks.send(db, 'delete-photo-files', { uid })
}

/** Scaled version of a photo; `format`: null for that of the original. */
export interface Scaling {
  side: ScaledSide
  format: Extract<ImageFormat, 'webp'> | null
}

/**
 * Opens the file of an uploaded photo, or a scaled version, which is created on first use. Returns
 * null if there is no such photo.
 */
export async function openPhotoFile(
  blobs: BlobStore,
  uid: string,
  scaling: Scaling | null,
): Promise<StoredBlob | null> {
  if (scaling === null) return blobs.open(blobKey(uid, 'original'))
  const existing = await blobs.open(scaledKey(uid, scaling))
  return existing ?? scale(blobs, uid, scaling)
}

function scaledKey(uid: string, { side, format }: Scaling): string {
  return blobKey(uid, format === null ? side : `${side}.${format}`)
}

async function scale(blobs: BlobStore, uid: string, scaling: Scaling): Promise<StoredBlob | null> {
  const original = await blobs.open(blobKey(uid, 'original'))
  if (original === null) return null
  const { side, format } = scaling
  const bytes = await scaledImage(await buffer(original.stream), side, format ?? undefined)
  await blobs.put(scaledKey(uid, scaling), bytes)
  const current = await blobs.open(blobKey(uid, 'original'))
  // The photo was deleted concurrently, maybe before this file was stored.
  if (current === null) {
    await deletePhotoFiles(blobs, uid)
    return null
  }
  current.stream.destroy()
  return { size: bytes.length, stream: withErrorListener(Readable.from([bytes])) }
}
