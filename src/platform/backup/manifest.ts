/** Contents of a folder with a backup: docs/decisions/0022-backup-format.md. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Size and checksum of a file. */
export interface FileContent {
  bytes: number
  sha256: string
}

/** Table of a backup. Its rows are the text of `COPY`, in a file of the folder `tables`. */
export interface SavedTable extends FileContent {
  /** Name, quoted for SQL. */
  table: string
  columns: string
  rows: number
}

/** File of the blob store, saved under its key in the folder `files`. */
export interface SavedFile extends FileContent {
  key: string
}

/** Manifest of a backup. It is written last. */
export interface Manifest {
  format: 1
  release: string
  createdAt: string
  engine: 'postgres' | 'pglite'
  migrations: string[]
  /** Schema version of the job queues; null: the database had none. */
  queueSchema: number | null
  tables: SavedTable[]
  sequences: { sequence: string; value: string; isCalled: boolean }[]
  files: SavedFile[]
  /** Keys of files that the database refers to and that were missing in the store. */
  missingFiles: string[]
  /** Digests of the keys that encrypt secrets in the database. */
  secretKeys: string[]
}

const manifestName = 'manifest.json'

export const manifestPath = (folder: string): string => join(folder, manifestName)

export const tablePath = (folder: string, table: string): string =>
  join(folder, 'tables', `${table.replaceAll('"', '')}.copy`)

export const filePath = (folder: string, key: string): string => join(folder, 'files', key)

/**
 * Reads the manifest of a backup.
 *
 * @throws Error when the folder holds no complete backup, or one of an unknown format
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestPath(folder), 'utf8').catch(error => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    throw new Error(`${folder} is not a complete backup: ${manifestName} is missing`)
  })
  const manifest = parseManifest(text)
  if (manifest === null) throw new Error(`${manifestPath(folder)} is damaged`)
  if (manifest.format !== 1)
    throw new Error(`${folder} was created by a newer release; use that release`)
  if (manifest.files.every(({ key }) => isKey(key))) return manifest
  throw new Error(`${manifestPath(folder)} is damaged: it names a file outside of the backup`)
}

function parseManifest(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return null
  }
}

function isKey(key: string): boolean {
  return /^[\w-]+(\/[\w-]+)*$/.test(key)
}
