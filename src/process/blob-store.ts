import { join } from 'node:path'
import type { Config } from '../config.ts'
import { type BlobStore, outsideTransactions } from '../platform/blobs/blob-store.ts'
import { fileBlobs } from '../platform/blobs/files.ts'

/** The store that the settings name: S3-compatible, or files under the data folder. */
export async function openBlobStore(
  config: Pick<Config, 'blobStore' | 'dataDir'>,
): Promise<BlobStore> {
  if (config.blobStore === null) {
    return outsideTransactions(fileBlobs(join(config.dataDir, 'files')))
  }
  // Its library is large, and few servers need it.
  const { s3Blobs } = await import('../platform/blobs/s3.ts')
  return outsideTransactions(s3Blobs(config.blobStore))
}
