import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import { OperatorError } from '../../platform/operator-error.ts'

/** Wraps a store of backups. Its errors name the URL, the reason and the remedy. */
export function storeErrors(blobs: BlobStore, url: string): BlobStore {
  const named = async <T>(result: Promise<T>): Promise<T> => {
    try {
      return await result
    } catch (error) {
      throw storeError(error, url)
    }
  }
  return {
    put: (key, bytes) => named(blobs.put(key, bytes)),
    open: key => named(blobs.open(key)),
    remove: keys => named(blobs.remove(keys)),
    removeFolder: folder => named(blobs.removeFolder(folder)),
    async *list(folder, from, to) {
      try {
        yield* blobs.list(folder, from, to)
      } catch (error) {
        throw storeError(error, url)
      }
    },
  }
}

const reasons: Record<string, string> = {
  NoSuchBucket: 'the bucket does not exist',
  AccessDenied: 'the credentials do not allow it',
  InvalidAccessKeyId: 'the store does not know the access key',
  SignatureDoesNotMatch: 'the secret key is not that of the access key',
  CredentialsProviderError: 'there are no credentials',
  ECONNREFUSED: 'the store accepts no connections',
  ENOTFOUND: 'the host of the store is unknown',
  TimeoutError: 'the store does not respond in time',
}

/** Returns one sentence about an error of a store, whose cause is that of the S3 client. */
function storeError(error: unknown, url: string): Error {
  const { cause = error } = error as Error
  const { name, code, message } = cause as NodeJS.ErrnoException & { code?: string }
  const reason =
    reasons[code ?? ''] ?? reasons[name] ?? (message || code || name).replace(/\.$/, '')
  return new OperatorError(
    `${url} cannot be used: ${reason}. Check the bucket, the AWS_ variables and the network`,
    { cause: error },
  )
}
