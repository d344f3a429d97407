/** Places of backups: what a folder and an S3-compatible store have in common. */
import type { BackupFiles } from '../backup-files.ts'
import type { FileContent } from '../manifest.ts'

/** Place with generations of backups. */
export interface BackupTarget {
  /** Folder or URL, for messages. */
  readonly name: string
  /** Lists the names of what is in it. */
  list(): Promise<string[]>
  files(generation: string): BackupFiles
  begin(generation: string): Promise<Draft>
  /** Deletes a generation. An interrupted deletion leaves nothing that looks like a backup. */
  remove(generation: string): Promise<void>
}

/** Backup that is being written. It looks like a backup only when it is complete. */
export interface Draft {
  /** Folder or URL of the backup, for messages. */
  readonly name: string
  /** Local folder for the tables. */
  readonly folder: string
  put(path: string, bytes: AsyncIterable<Uint8Array>): Promise<FileContent>
  remove(path: string): Promise<void>
  /** Stores all files durably, and then the manifest. */
  finish(manifest: string, signal?: AbortSignal): Promise<void>
  /** Deletes everything. */
  discard(): Promise<void>
}

export async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
