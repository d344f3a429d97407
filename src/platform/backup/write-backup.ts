import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import type { Copy, Script, TableColumns } from '../db/statements.ts'
import { OperatorError } from '../operator-error.ts'
import { CountedBytes, sync, syncAll, writeNew } from './durable-files.ts'
import { filePath, type Manifest, manifestPath, type SavedFile, tablePath } from './manifest.ts'
import { findRelation, listSequences, listTables, portableSettings } from './schema.ts'

export interface BackupSource {
  database: Pick<Database<never>, 'engine' | 'unload'>
  blobs: Pick<BlobStore, 'open'>
  /** SQL query for the keys of all files that rows refer to. */
  fileKeys: string
  release: string
  secretKeys: string[]
  /** Texts of further files of the backup, by name. */
  extras: Record<string, string>
}

/** Contents of the database, from one snapshot. */
type SavedContents = Pick<Manifest, 'migrations' | 'queueSchema' | 'tables' | 'sequences'> & {
  keys: string[]
}

/** Infix of the names of unfinished backups. A random suffix follows it. */
const unfinishedInfix = '.unfinished-'

/** Returns whether a folder name is that of an interrupted backup. */
export const isUnfinished = (name: string): boolean => name.includes(unfinishedInfix)

/**
 * Writes a backup to a new folder, which appears once the backup is complete and synced. Files
 * never change under their keys, so copies of any time match the snapshot. Most files are copied
 * before the snapshot, so that few can be deleted in between.
 *
 * @param signal aborts the backup
 */
export async function writeBackup(
  source: BackupSource,
  folder: string,
  signal?: AbortSignal,
): Promise<Manifest> {
  if (existsSync(folder)) throw new OperatorError(`${folder} already exists: name a new folder`)
  const draft = `${folder}${unfinishedInfix}${randomBytes(4).toString('hex')}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const manifest = await writeDraft(source, draft, signal)
    await syncAll(draft)
    await rename(draft, folder)
    await sync(dirname(folder))
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

async function writeDraft(source: BackupSource, draft: string, signal?: AbortSignal) {
  const { database, fileKeys, release, secretKeys, extras } = source
  const files = new SavedFiles(source.blobs, draft, signal)
  await files.save(await database.unload(script => listFileKeys(script, fileKeys)))
  let createdAt = new Date()
  const { keys, ...saved } = await database.unload(async (script, copy) => {
    // The backup has the contents of this time, that of the snapshot.
    createdAt = new Date()
    return saveTables({ script, copy, fileKeys }, draft, signal)
  })
  await files.save(keys)
  for (const [name, text] of Object.entries(extras)) await writeText(join(draft, name), text)
  const manifest: Manifest = {
    format: 1,
    release,
    createdAt: createdAt.toISOString(),
    engine: database.engine,
    ...saved,
    ...(await files.retain(keys)),
    secretKeys,
  }
  await writeText(manifestPath(draft), `${JSON.stringify(manifest, null, 1)}\n`)
  return manifest
}

async function writeText(path: string, text: string): Promise<void> {
  await writeNew(path, toBytes(text))
}

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function listFileKeys(script: Script, fileKeys: string): Promise<string[]> {
  if ((await findRelation(script)) === null)
    throw new OperatorError('The database is empty: there is nothing to back up')
  return (await script(fileKeys)).map(([key]) => key as string)
}

interface UnloadContext {
  script: Script
  copy: Copy
  fileKeys: string
}

async function saveTables(
  { script, copy, fileKeys }: UnloadContext,
  draft: string,
  signal?: AbortSignal,
): Promise<SavedContents> {
  await script(portableSettings)
  const copiedTables = await listTables(script)
  // Schema changes wait until the tables are copied.
  await script(
    `lock table ${copiedTables.map(({ table }) => table).join(', ')} in access share mode`,
  )
  const migrations = (await script('select name from migrations order by name')).map(String)
  const tables: Manifest['tables'] = []
  for (const { table, columns } of copiedTables) {
    const text = new CountedBytes(abortable(copy({ table, columns }), signal))
    const content = await writeNew(tablePath(draft, table), text)
    tables.push({ table, columns, rows: text.lines, ...content })
  }
  return {
    migrations,
    queueSchema: await findQueueSchema(script, copiedTables),
    tables,
    sequences: await listSequences(script),
    keys: await listFileKeys(script, fileKeys),
  }
}

async function findQueueSchema(script: Script, copied: TableColumns[]): Promise<number | null> {
  if (!copied.some(({ table }) => table === 'worker.version')) return null
  const [[version] = []] = await script('select version from worker.version')
  return Number(version)
}

async function* abortable(text: AsyncIterable<Uint8Array>, signal?: AbortSignal) {
  for await (const chunk of text) {
    signal?.throwIfAborted()
    yield chunk
  }
}

/** Maximum number of files that are copied at once. */
const copiesMax = 4

/** Copies of files in a backup, by key. */
class SavedFiles {
  readonly #saved = new Map<string, SavedFile>()
  readonly #blobs: BackupSource['blobs']
  readonly #draft: string
  readonly #signal: AbortSignal | undefined

  constructor(blobs: BackupSource['blobs'], draft: string, signal?: AbortSignal) {
    this.#blobs = blobs
    this.#draft = draft
    this.#signal = signal
  }

  async save(keys: string[]): Promise<void> {
    const remaining = keys.filter(key => !this.#saved.has(key)).values()
    // All copies in progress take their keys from the same iterator.
    const saveRemaining = async () => {
      for (const key of remaining) await this.#save(key)
    }
    await Promise.all(Array.from({ length: copiesMax }, saveRemaining))
  }

  /** Deletes the copies of all other keys. */
  async retain(keys: string[]): Promise<Pick<Manifest, 'files' | 'missingFiles'>> {
    const retained = new Set(keys)
    const otherKeys = [...this.#saved.keys()].filter(key => !retained.has(key))
    for (const key of otherKeys) await rm(filePath(this.#draft, key))
    return {
      files: keys.flatMap(key => this.#saved.get(key) ?? []),
      missingFiles: keys.filter(key => !this.#saved.has(key)),
    }
  }

  async #save(key: string): Promise<void> {
    this.#signal?.throwIfAborted()
    const blob = await this.#blobs.open(key)
    if (blob === null) return
    const content = await writeNew(filePath(this.#draft, key), blob.stream)
    this.#saved.set(key, { key, ...content })
  }
}
