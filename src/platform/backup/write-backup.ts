import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import type { Copy, Script, TableColumns } from '../db/statements.ts'
import { OperatorError } from '../operator-error.ts'
import { filePath, type Manifest, type SavedFile } from './manifest.ts'
import { findRelation, listSequences, listTables, portableSettings } from './schema.ts'
import { writeTable } from './stored-tables.ts'
import { type Draft, toBytes } from './targets/backup-target.ts'

export interface BackupSource {
  database: Pick<Database<never>, 'engine' | 'unload'>
  blobs: Pick<BlobStore, 'open'>
  /** Identifier of the database, not shared by a copy or a restored one. */
  databaseId: string
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

/**
 * Writes a backup, which exists once it is complete and durable. Files never change under their
 * keys, so copies of any time match the snapshot. Most files are copied before the snapshot, so
 * that few can be deleted in between.
 *
 * @param signal aborts the backup
 */
export async function writeBackup(
  source: BackupSource,
  draft: Draft,
  signal?: AbortSignal,
): Promise<Manifest> {
  try {
    const manifest = await writeContents(source, draft, signal)
    await draft.finish(`${JSON.stringify(manifest, null, 1)}\n`, signal)
    return manifest
  } catch (error) {
    await draft.discard()
    throw error
  }
}

async function writeContents(
  source: BackupSource,
  draft: Draft,
  signal?: AbortSignal,
): Promise<Manifest> {
  const { database, databaseId, fileKeys, release, secretKeys, extras } = source
  const files = new SavedFiles(source.blobs, draft, signal)
  await files.save(await database.unload(script => listFileKeys(script, fileKeys)))
  let createdAt = new Date()
  const { keys, ...saved } = await database.unload(async (script, copy) => {
    // The backup has the contents of this time, that of the snapshot.
    createdAt = new Date()
    return saveTables({ script, copy, fileKeys }, draft.folder, signal)
  })
  await files.save(keys)
  for (const [name, text] of Object.entries(extras)) await draft.put(name, toBytes(text))
  return {
    format: 2,
    release,
    createdAt: createdAt.toISOString(),
    engine: database.engine,
    database: databaseId,
    ...saved,
    ...(await files.retain(keys)),
    secretKeys,
  }
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
  folder: string,
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
  for (const copied of copiedTables) {
    tables.push(await writeTable(folder, copied, abortable(copy(copied), signal)))
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
  readonly #draft: Draft
  readonly #signal: AbortSignal | undefined

  constructor(blobs: BackupSource['blobs'], draft: Draft, signal?: AbortSignal) {
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
    for (const key of otherKeys) await this.#draft.remove(filePath(key))
    return {
      files: keys.flatMap(key => this.#saved.get(key) ?? []),
      missingFiles: keys.filter(key => !this.#saved.has(key)),
    }
  }

  async #save(key: string): Promise<void> {
    this.#signal?.throwIfAborted()
    const blob = await this.#blobs.open(key)
    if (blob === null) return
    const content = await this.#draft.put(filePath(key), blob.stream)
    this.#saved.set(key, { key, ...content })
  }
}
