/** Generations of backups in one target: docs/decisions/0118-backup-generations.md. */
import { randomBytes } from 'node:crypto'
import { dayMs } from '../dates/dates.ts'
import {
  type BackupSize,
  type Manifest,
  measureBackup,
  parseManifest,
  readManifestText,
} from './manifest.ts'
import type { BackupTarget } from './targets/backup-target.ts'
import { unfinishedBackup } from './targets/folder-target.ts'
import { type BackupSource, writeBackup } from './write-backup.ts'

/** Backup of a target, from its name and its manifest. */
export interface Generation {
  name: string
  /** Folder or URL. */
  location: string
  /**
   * Incomplete: it has no manifest. Unreadable: the manifest is damaged, or of a newer release.
   * Future: named by a wrong clock, so it neither counts nor is removed.
   */
  state: 'complete' | 'incomplete' | 'unreadable' | 'future'
  /** Instant of the contents; null: unknown. */
  createdAt: string | null
  database: string | null
  release: string | null
  engine: Manifest['engine'] | null
  size: BackupSize | null
}

/** Lists the generations of a target, the oldest first. */
export async function listGenerations(target: BackupTarget, now: Date): Promise<Generation[]> {
  const names = (await target.list()).filter(name => parseGenerationName(name) !== null).sort()
  const generations: Generation[] = []
  for (const name of names) generations.push(await readGeneration(target, name, now))
  return generations
}

/**
 * Finds the newest complete generation of a database, or of any.
 *
 * @returns null if there is none
 */
export async function findNewestGeneration(
  target: BackupTarget,
  { now, database }: { now: Date; database?: string | undefined },
): Promise<Generation | null> {
  const names = (await target.list()).filter(name => parseGenerationName(name) !== null).sort()
  for (const name of names.reverse()) {
    const generation = await readGeneration(target, name, now)
    const isWanted = database === undefined || generation.database === database
    if (generation.state === 'complete' && isWanted) return generation
  }
  return null
}

async function readGeneration(target: BackupTarget, name: string, now: Date): Promise<Generation> {
  const files = target.files(name)
  const unknown = { createdAt: null, database: null, release: null, engine: null, size: null }
  const generation = { name, location: files.name, ...unknown }
  const text = await readManifestText(files)
  if (text === null) return { ...generation, state: 'incomplete' }
  const manifest = tryParse(text, files.name)
  if (manifest === null) return { ...generation, state: 'unreadable' }
  const { createdAt, database = null, release, engine } = manifest
  return {
    ...generation,
    state: parseGenerationName(name)! > now ? 'future' : 'complete',
    createdAt,
    database,
    release,
    engine,
    size: measureBackup(manifest),
  }
}

function tryParse(text: string, name: string): Manifest | null {
  try {
    return parseManifest(text, name)
  } catch {
    return null
  }
}

export interface GenerationOptions {
  /** Number of complete generations of this database that remain; null: all. */
  keep: number | null
  now: Date
  signal?: AbortSignal | undefined
  /** Called when the generation is complete, before older ones are removed. */
  onCreated?: (manifest: Manifest) => Promise<void>
}

export interface CreatedGeneration {
  location: string
  manifest: Manifest
  /** Locations of the removed generations. */
  removed: string[]
  /** Locations of generations that are dated in the future. */
  future: string[]
}

/**
 * Creates a generation, and then removes the oldest of the same database beyond a number. Removes
 * no incomplete generation of the last day, because another process may be writing it.
 *
 * @throws Error if the backup fails, and then nothing was removed
 */
export async function createGeneration(
  source: BackupSource,
  target: BackupTarget,
  { keep, now, signal, onCreated }: GenerationOptions,
): Promise<CreatedGeneration> {
  const draft = await target.begin(generationName(now))
  const manifest = await writeBackup(source, draft, signal)
  await onCreated?.(manifest)
  const generations = await listGenerations(target, now)
  const own = generations.filter(
    ({ state, database }) => state === 'complete' && database === manifest.database,
  )
  const surplus = keep === null ? [] : own.slice(0, -keep)
  for (const { name } of surplus) await target.remove(name)
  await removeLeftovers(target, generations, now)
  return {
    location: draft.name,
    manifest,
    removed: surplus.map(({ location }) => location),
    future: generations.filter(({ state }) => state === 'future').map(({ location }) => location),
  }
}

/** Removes what interrupted backups and removals left more than a day ago. */
async function removeLeftovers(
  target: BackupTarget,
  generations: Generation[],
  now: Date,
): Promise<void> {
  const unfinished = (await target.list()).filter(name => unfinishedBackup(name) !== null)
  const incomplete = generations.filter(({ state }) => state === 'incomplete')
  for (const name of [...unfinished, ...incomplete.map(({ name }) => name)]) {
    const begunAt = parseGenerationName(unfinishedBackup(name) ?? name)
    if (begunAt !== null && now.getTime() - begunAt.getTime() > dayMs) await target.remove(name)
  }
}

/** Returns a name that sorts by its instant in UTC. Its random suffix makes it unique. */
function generationName(now: Date): string {
  return `${formatInstant(now)}-${randomBytes(3).toString('hex')}`
}

/** Returns an instant as a part of a file name, which sorts by time. */
export function formatInstant(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/** Returns the instant of a generation; null: the name is another one. Old names have no suffix. */
export function parseGenerationName(name: string): Date | null {
  const pattern = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:-[0-9a-f]{6})?$/
  const [, day, ...time] = pattern.exec(name) ?? []
  const instant = new Date(`${day}T${time.join(':')}Z`)
  return Number.isNaN(instant.getTime()) ? null : instant
}
