/** Contents of a backup: docs/decisions/0022-backup-format.md and 0118-backup-generations.md. */
import { text as readAll } from 'node:stream/consumers'
import type { BackupFiles } from './backup-files.ts'
import { isQueueStatistics } from './schema.ts'

/** Size and checksum of a file. */
export interface FileContent {
  bytes: number
  sha256: string
}

/**
 * Table of a backup. Its rows are the text of `COPY`, stored compressed; size and checksum are
 * those of the text.
 */
export interface SavedTable extends FileContent {
  /** Name, quoted for SQL. */
  table: string
  columns: string
  rows: number
  /** Number of files of the compressed text; undefined: one, not compressed (format 1). */
  parts?: number
  /** Size of these files together. */
  storedBytes?: number
}

/** File of the blob store, saved under its key in the folder `files`. */
export interface SavedFile extends FileContent {
  key: string
}

/** Manifest of a backup. It is written last. */
export interface Manifest {
  /** 1: tables are not compressed. Such backups are read, and no longer written. */
  format: 1 | 2
  release: string
  createdAt: string
  engine: 'postgres' | 'pglite'
  /** Identifier of the database, whose older generations may be removed; undefined: format 1. */
  database?: string
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

export const manifestName = 'manifest.json'

const formatMax = 2

/** Returns the paths of the files of a table, in order, within a backup. */
export function tablePaths({ table, parts }: Pick<SavedTable, 'table' | 'parts'>): string[] {
  const path = `tables/${table.replaceAll('"', '')}.copy`
  if (parts === undefined) return [path]
  return Array.from({ length: parts }, (_, i) => partPath(table, i))
}

/** Returns the path of a part of a compressed table. Most tables have only the first. */
export function partPath(table: string, index: number): string {
  const path = `tables/${table.replaceAll('"', '')}.copy.zst`
  return index === 0 ? path : `${path}.${String(index + 1).padStart(5, '0')}`
}

export const filePath = (key: string): string => `files/${key}`

/**
 * Reads the manifest of a backup.
 *
 * @throws Error when there is no complete backup, or one of an unknown format
 */
export async function readManifest(files: BackupFiles): Promise<Manifest> {
  const manifestText = await readManifestText(files)
  if (manifestText === null)
    throw new Error(`${files.name} is not a complete backup: ${manifestName} is missing`)
  return parseManifest(manifestText, files.name)
}

/** Returns the text of the manifest; null: the backup is not complete. */
export async function readManifestText(files: BackupFiles): Promise<string | null> {
  const stream = await files.open(manifestName)
  return stream === null ? null : readAll(stream)
}

/**
 * Parses a manifest.
 *
 * @param name folder or URL of the backup
 * @throws Error when it is damaged or of an unknown format
 */
export function parseManifest(manifestText: string, name: string): Manifest {
  const manifest = parseJson(manifestText)
  if (manifest === null) throw new Error(`${name}/${manifestName} is damaged`)
  if (manifest.format > formatMax)
    throw new Error(`${name} was created by a newer release; use that release`)
  const { tables, files, migrations, sequences } = manifest
  if (![tables, files, migrations, sequences].every(Array.isArray))
    throw new Error(`${name}/${manifestName} is damaged`)
  if (files.every(({ key }) => isPath(key)) && tables.every(isTable))
    // Backups of development versions before 0.2.0 list queue statistics.
    return { ...manifest, tables: tables.filter(table => !isQueueStatistics(table)) }
  throw new Error(`${name}/${manifestName} is damaged: it names a file outside of the backup`)
}

function parseJson(text: string): Manifest | null {
  try {
    const manifest = JSON.parse(text) as Manifest
    return Number.isInteger(manifest.format) ? manifest : null
  } catch {
    return null
  }
}

function isPath(key: string): boolean {
  return /^[\w-]+(\/[\w-]+)*$/.test(key)
}

/** Maximum number of parts of a table: names have five digits. */
const partsMax = 99_999

function isTable({ table, parts = 1 }: SavedTable): boolean {
  return /^["\w.]+$/.test(table) && Number.isInteger(parts) && parts >= 1 && parts <= partsMax
}

/** Size of a backup. */
export interface BackupSize {
  rows: number
  tables: number
  files: number
  /** Bytes of the stored tables and files. */
  bytes: number
}

export function measureBackup({ tables, files }: Manifest): BackupSize {
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    rows: sum(tables.map(({ rows }) => rows)),
    tables: tables.length,
    files: files.length,
    bytes:
      sum(tables.map(({ bytes, storedBytes }) => storedBytes ?? bytes)) +
      sum(files.map(({ bytes }) => bytes)),
  }
}
