import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../config.ts'
import { type BlobStore, outsideTransactions } from '../platform/blobs/blob-store.ts'
import { fileBlobs } from '../platform/blobs/files.ts'

/** Opens the configured store: S3-compatible, or files in the data folder. */
export async function openBlobStore(
  config: Pick<Config, 'blobStore' | 'dataDir'>,
): Promise<BlobStore> {
  if (config.blobStore === null) {
    return outsideTransactions(fileBlobs(join(config.dataDir, 'files')))
  }
  // The S3 library is large, and few servers need it.
  const { s3Blobs } = await import('../platform/blobs/s3.ts')
  return outsideTransactions(s3Blobs(config.blobStore))
}

/** Writes, reads and deletes a file. @throws Error if the store returns something else */
export async function tryBlobStore(blobs: BlobStore): Promise<void> {
  const key = `trials/${randomUUID()}`
  const content = Buffer.from(key)
  await blobs.put(key, content)
  const stored = await blobs.open(key)
  const isSame = stored !== null && (await buffer(stored.stream)).equals(content)
  await blobs.remove([key])
  if (!isSame) throw new Error('it returned other data')
}
