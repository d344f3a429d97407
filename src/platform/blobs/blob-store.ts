import type { Readable } from 'node:stream'
import { refuseInTransaction } from '../db/in-transaction.ts'

/** Files of any size under keys such as `photos/0198…/original`, outside the database. */
export interface BlobStore {
  /** Stores bytes, whole or not at all; they last when this returns. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** What is stored under a key, to be read or destroyed; null when that is nothing. */
  open(key: string): Promise<StoredBlob | null>
  /** Deletes what is stored under these keys, if anything. */
  remove(keys: string[]): Promise<void>
  /** What a folder holds, files and folders, whose names sort from one text to another. */
  list(folder: string, from: string, to: string): AsyncIterable<string>
}

export interface StoredBlob {
  /** In bytes. */
  size: number
  stream: Readable
}

/** A store that no transaction may wait for: each call of it within one fails. */
export function outsideTransactions(store: BlobStore): BlobStore {
  const guarded = <Args extends unknown[], T>(call: (...args: Args) => T) => {
    return (...args: Args): T => {
      refuseInTransaction('The file store')
      return call(...args)
    }
  }
  const { put, open, remove, list } = store
  return { put: guarded(put), open: guarded(open), remove: guarded(remove), list: guarded(list) }
}
