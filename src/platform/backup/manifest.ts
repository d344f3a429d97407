/** Contents of a folder with a backup: docs/decisions/0022-backup-format.md. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What was written, and can be found unchanged. */
export interface Content {
  bytes: number
  /** In hexadecimal. */
  sha256: string
}

/** A table, whose rows are the text of `COPY` in a file of the folder `tables`. */
export interface SavedTable extends Content {
  /** As SQL writes it. */
  table: string
  columns: string
  rows: number
}

/** A file of the blob store, which lies under its key in the folder `files`. */
export interface SavedFile extends Content {
  key: string
}

/** The last thing that is written of a backup. */
export interface Manifest {
  format: 1
  /** Of Lodgepole. */
  release: string
  createdAt: string
  engine: 'postgres' | 'pglite'
  migrations: string[]
  /** Of the tables that the queues of the background work lie in; null: there were none. */
  queueSchema: number | null
  tables: SavedTable[]
  sequences: { sequence: string; value: string; isCalled: boolean }[]
  files: SavedFile[]
  /** Keys of the files that the database tells of, and that were not in the store. */
  missingFiles: string[]
  /** Digests of the keys that secrets in the database are sealed with. */
  secretKeys: string[]
}

const name = 'manifest.json'

export const manifestIn = (folder: string): string => join(folder, name)

export const tableIn = (folder: string, table: string): string =>
  join(folder, 'tables', `${table.replaceAll('"', '')}.copy`)

export const fileIn = (folder: string, key: string): string => join(folder, 'files', key)

/**
 * Reads what a backup says of itself.
 *
 * @throws Error when the folder holds no complete backup, or one of a form not known here
 */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestIn(folder), 'utf8').catch(error => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    throw new Error(`${folder} is not a complete backup: ${name} is missing`)
  })
  const manifest = parsed(text)
  if (manifest === null) throw new Error(`${manifestIn(folder)} is damaged`)
  if (manifest.format !== 1)
    throw new Error(`${folder} was created by a newer release; use that release`)
  if (manifest.files.every(({ key }) => isKey(key))) return manifest
  throw new Error(`${manifestIn(folder)} is damaged: it names a file outside of the backup`)
}

function parsed(text: string): Manifest | null {
  try {
    return JSON.parse(text) as Manifest
  } catch {
    return null
  }
}

function isKey(key: string): boolean {
  return /^[\w-]+(\/[\w-]+)*$/.test(key)
}
