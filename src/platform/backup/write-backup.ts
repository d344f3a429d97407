import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Copied, Copy, Database, Script } from '../db/database.ts'
import { Counted, sync, syncAll, writeNew } from './durable-files.ts'
import { fileIn, type Manifest, manifestIn, type SavedFile, tableIn } from './manifest.ts'
import { asEverywhere, findRelation, listSequences, listTables } from './schema.ts'

/** What a backup is made of. */
export interface BackupSource {
  database: Pick<Database<never>, 'engine' | 'unload'>
  blobs: Pick<BlobStore, 'open'>
  /** A query whose rows are the keys of all files that rows tell of. */
  fileKeys: string
  release: string
  secretKeys: string[]
  /** Further files of the backup by their names. */
  extras: Record<string, string>
}

/** What the database tells, all of it at one instant. */
type Saved = Pick<Manifest, 'migrations' | 'queueSchema' | 'tables' | 'sequences'> & {
  keys: string[]
}

/** Between this and the name of the backup is what tells attempts apart. */
const unfinished = '.unfinished-'

/** Whether a folder of this name is what an attempt has left that was cut off. */
export const isUnfinished = (name: string): boolean => name.includes(unfinished)

/**
 * Writes a backup to a folder that there is not yet; who sees the folder sees all of it, on the
 * disk. Files never change under their keys, so that those which the snapshot tells of are of its
 * instant whenever they are copied. Most are copied before it, so that few can be deleted between.
 *
 * @param signal breaks it off
 */
export async function writeBackup(
  source: BackupSource,
  folder: string,
  signal?: AbortSignal,
): Promise<Manifest> {
  if (existsSync(folder)) throw new Error(`${folder} already exists: name a new folder`)
  const draft = `${folder}${unfinished}${randomBytes(4).toString('hex')}`
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
  await files.save(await database.unload(script => keysOf(script, fileKeys)))
  let createdAt = new Date()
  const { keys, ...saved } = await database.unload(async (script, copy) => {
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
    ...(await files.keep(keys)),
    secretKeys,
  }
  await writeText(manifestIn(draft), `${JSON.stringify(manifest, null, 1)}\n`)
  return manifest
}

async function writeText(path: string, text: string): Promise<void> {
  await writeNew(path, toBytes(text))
}

async function* toBytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function keysOf(script: Script, fileKeys: string): Promise<string[]> {
  if ((await findRelation(script)) === null)
    throw new Error('The database is empty: there is nothing to back up')
  return (await script(fileKeys)).map(([key]) => key as string)
}

interface Unloading {
  script: Script
  copy: Copy
  fileKeys: string
}

async function saveTables(
  { script, copy, fileKeys }: Unloading,
  draft: string,
  signal?: AbortSignal,
): Promise<Saved> {
  await script(asEverywhere)
  const copied = await listTables(script)
  // Whoever wants to change a table waits until it is copied.
  await script(`lock table ${copied.map(({ table }) => table).join(', ')} in access share mode`)
  const migrations = (await script('select name from migrations order by name')).map(String)
  const tables: Manifest['tables'] = []
  for (const { table, columns } of copied) {
    const text = new Counted(untilAborted(copy({ table, columns }), signal))
    const content = await writeNew(tableIn(draft, table), text)
    tables.push({ table, columns, rows: text.lines, ...content })
  }
  return {
    migrations,
    queueSchema: await findQueueSchema(script, copied),
    tables,
    sequences: await listSequences(script),
    keys: await keysOf(script, fileKeys),
  }
}

async function findQueueSchema(script: Script, copied: Copied[]): Promise<number | null> {
  if (!copied.some(({ table }) => table === 'worker.version')) return null
  const [[version] = []] = await script('select version from worker.version')
  return Number(version)
}

async function* untilAborted(text: AsyncIterable<Uint8Array>, signal?: AbortSignal) {
  for await (const chunk of text) {
    signal?.throwIfAborted()
    yield chunk
  }
}

const filesAtOnce = 4

/** The files of a backup, each copied once. */
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
    const left = keys.filter(key => !this.#saved.has(key)).values()
    const work = async () => {
      for (const key of left) await this.#save(key)
    }
    await Promise.all(Array.from({ length: filesAtOnce }, work))
  }

  /** Forgets what else was copied. */
  async keep(keys: string[]): Promise<Pick<Manifest, 'files' | 'missingFiles'>> {
    const kept = new Set(keys)
    const gone = [...this.#saved.keys()].filter(key => !kept.has(key))
    for (const key of gone) await rm(fileIn(this.#draft, key))
    return {
      files: keys.flatMap(key => this.#saved.get(key) ?? []),
      missingFiles: keys.filter(key => !this.#saved.has(key)),
    }
  }

  async #save(key: string): Promise<void> {
    this.#signal?.throwIfAborted()
    const found = await this.#blobs.open(key)
    if (found === null) return
    const content = await writeNew(fileIn(this.#draft, key), found.stream)
    this.#saved.set(key, { key, ...content })
  }
}
