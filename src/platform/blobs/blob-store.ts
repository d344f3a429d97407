import type { Readable } from 'node:stream'
import { refuseInTransaction } from '../db/transaction-context.ts'

/** Store of files of any size outside the database, under keys such as `photos/0198…/original`. */
export interface BlobStore {
  /** Stores bytes atomically. They are durable when this returns. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Opens the blob of a key, which the caller reads or destroys; null: there is none. */
  open(key: string): Promise<StoredBlob | null>
  /** Deletes the blobs of these keys. Unknown keys are ignored. */
  remove(keys: string[]): Promise<void>
  /** Deletes all blobs whose keys begin with the name of a folder and a slash. */
  removeFolder(folder: string): Promise<void>
  /**
   * Lists the files and folders in a folder with names from `from` to `to`, both included, in
   * order.
   */
  list(folder: string, from: string, to: string): AsyncIterable<string>
}

export interface StoredBlob {
  size: number
  stream: Readable
}

/** Wraps a store. Each call within a transaction throws. */
export function outsideTransactions(store: BlobStore): BlobStore {
  const guarded = <Args extends unknown[], T>(call: (...args: Args) => T) => {
    return (...args: Args): T => {
      refuseInTransaction('The file store')
      return call(...args)
    }
  }
  const { put, open, remove, removeFolder, list } = store
  return {
    put: guarded(put),
    open: guarded(open),
    remove: guarded(remove),
    removeFolder: guarded(removeFolder),
    list: guarded(list),
  }
}
