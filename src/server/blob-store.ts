import { join } from 'node:path'
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
