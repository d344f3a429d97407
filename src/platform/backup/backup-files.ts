/** Files of one backup, in a folder or in a blob store. */
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { BlobStore } from '../blobs/blob-store.ts'
import { withErrorListener } from '../io/with-error-listener.ts'

export interface BackupFiles {
  /** Folder or URL of the backup, for messages. */
  readonly name: string
  /** Opens a file, which the caller reads or destroys; null: there is none. */
  open(path: string): Promise<Readable | null>
}

export function folderFiles(folder: string): BackupFiles {
  return {
    name: folder,
    async open(path) {
      try {
        const file = await open(join(folder, path))
        return withErrorListener(file.createReadStream({ highWaterMark: 1_048_576 }))
      } catch (error) {
        if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) return null
        throw error
      }
    },
  }
}

/** @param prefix of the keys, without a slash at its end */
export function storedFiles(
  blobs: Pick<BlobStore, 'open'>,
  prefix: string,
  name: string,
): BackupFiles {
  return {
    name,
    open: async path => (await blobs.open(`${prefix}/${path}`))?.stream ?? null,
  }
}
