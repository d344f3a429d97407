/** Backups that the process makes which has the embedded database open: on request, and in time. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { BackupConfig } from '../config.ts'
import type { Manifest } from '../platform/backup/manifest.ts'
import { isUnfinished, writeBackup } from '../platform/backup/write-backup.ts'
import { backupSource } from './backup-source.ts'
import type { Runtime } from './runtime.ts'

/** Makes backups until it is told to stop; one that is being made then is broken off. */
export function keepBackups(
  runtime: Runtime,
  log: FastifyBaseLogger,
): { make(folder: string): Promise<Manifest>; stop(): Promise<void> } {
  const { config, database, blobs } = runtime
  const stopping = new AbortController()
  const source = backupSource(config, database, blobs)
  let running: Promise<unknown> | null = null
  const make = async (folder: string): Promise<Manifest> => {
    if (running) throw new Error('A backup is being made already: try again when it is done')
    const began = performance.now()
    const work = writeBackup(source, folder, stopping.signal)
    running = work.catch(() => null)
    try {
      const manifest = await work
      log.info({ folder, ms: Math.round(performance.now() - began) }, 'made a backup')
      return manifest
    } finally {
      running = null
    }
  }
  const unschedule = config.backups ? schedule(config.backups, make, runtime, log) : () => {}
  return {
    make,
    async stop() {
      stopping.abort(new Error('The server stops'))
      unschedule()
      await running
    },
  }
}

const hourMs = 3_600_000

/** One that fails is tried again after an hour, or earlier when the next one is due. */
function schedule(
  backups: BackupConfig,
  make: (folder: string) => Promise<Manifest>,
  { metrics, clock }: Pick<Runtime, 'metrics' | 'clock'>,
  log: FastifyBaseLogger,
): () => void {
  const everyMs = backups.everyHours * hourMs
  let timer: NodeJS.Timeout
  let isOver = false
  const wait = (ms: number) => {
    if (!isOver) timer = setTimeout(round, ms).unref()
  }
  const round = async () => {
    const began = performance.now()
    const ended = (outcome: string) =>
      metrics.tasks.observe({ worker: 'backup', outcome }, (performance.now() - began) / 1_000)
    try {
      const now = clock.now()
      const newest = await newestIn(backups.folder)
      const leftMs = newest === null ? 0 : newest.getTime() + everyMs - now.getTime()
      if (leftMs > 0) return wait(leftMs)
      await makeGeneration(backups, make, now)
      ended('done')
      wait(everyMs)
    } catch (error) {
      if (isOver) return
      log.error(error, 'making a backup')
      ended('given_up')
      wait(Math.min(everyMs, hourMs))
    }
  }
  wait(0)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Makes the next backup, and only then deletes what is beyond the number to keep. */
export async function makeGeneration(
  { folder, generations }: Pick<BackupConfig, 'folder' | 'generations'>,
  make: (folder: string) => Promise<unknown>,
  now: Date,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) {
    if (isUnfinished(name)) await rm(join(folder, name), { recursive: true })
  }
  await make(join(folder, nameOf(now)))
  const names = await generationsIn(folder)
  for (const name of names.slice(0, -generations)) await rm(join(folder, name), { recursive: true })
}

const pattern = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/

/** In UTC, as a file system takes it, so that names sort as instants do. */
function nameOf(now: Date): string {
  return `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

async function generationsIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  return (await readdir(folder)).filter(name => pattern.test(name)).sort()
}

async function newestIn(folder: string): Promise<Date | null> {
  const [, day, ...time] = pattern.exec((await generationsIn(folder)).at(-1) ?? '') ?? []
  return day ? new Date(`${day}T${time.join(':')}Z`) : null
}
