import type { Readable } from 'node:stream'

/** Files of any size under keys such as `photos/0198…/original`, outside the database. */
export interface BlobStore {
  /** Stores bytes, whole or not at all; they last when this returns. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** What is stored under a key, to be read or destroyed; null when that is nothing. */
  open(key: string): Promise<StoredBlob | null>
  /** Deletes what is stored under these keys, if anything. */
  remove(keys: string[]): Promise<void>
}

export interface StoredBlob {
  /** In bytes. */
  size: number
  stream: Readable
}
