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
    if (running) throw new Error('Another backup is running: try again when it is done')
    const began = performance.now()
    const work = writeBackup(source, folder, stopping.signal)
    running = work.catch(() => null)
    try {
      const manifest = await work
      log.info({ folder, ms: Math.round(performance.now() - began) }, 'created a backup')
      return manifest
    } finally {
      running = null
    }
  }
  const unschedule = config.backups ? schedule(config.backups, make, runtime, log) : () => {}
  return {
    make,
    async stop() {
      stopping.abort(new Error('The server is shutting down'))
      unschedule()
      await running
    },
  }
}

const hourMs = 3_600_000

/**
 * Looks every hour, or sooner when a backup is due sooner, whether one is due. So the schedule
 * follows a clock that is set, and no wait is longer than a timer can be. A backup that fails is
 * tried again after an hour.
 */
function schedule(
  backups: BackupConfig,
  make: (folder: string) => Promise<Manifest>,
  { metrics, clock }: Pick<Runtime, 'metrics' | 'clock'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): () => void {
  let timer: NodeJS.Timeout
  let isOver = false
  const generations = new Generations(backups, log)
  const look = async () => {
    const began = performance.now()
    const ended = (outcome: string) =>
      metrics.tasks.observe({ worker: 'backup', outcome }, (performance.now() - began) / 1_000)
    let waitMs = hourMs
    try {
      const leftMs = await generations.waitMs(clock.now())
      if (leftMs > 0) waitMs = leftMs
      else {
        await generations.makeNext(make, clock.now())
        ended('done')
      }
    } catch (error) {
      if (isOver) return
      log.error(error, 'Could not create a backup. It is retried')
      ended('given_up')
    }
    if (!isOver) timer = setTimeout(look, waitMs).unref()
  }
  void look()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/**
 * The backups of a folder that are named by their instant. One that is dated in the future, by a
 * clock that was wrong, does not count: it is neither a reason to wait nor deleted.
 */
export class Generations {
  readonly #backups: BackupConfig
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #warned = new Set<string>()

  constructor(backups: BackupConfig, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#backups = backups
    this.#log = log
  }

  /** Milliseconds until the next look, at most an hour; 0: a backup is due. */
  async waitMs(now: Date): Promise<number> {
    const newest = (await this.#listPast(now)).at(-1)
    if (newest === undefined) return 0
    const dueAt = instantOf(newest)!.getTime() + this.#backups.everyHours * hourMs
    return Math.min(Math.max(0, dueAt - now.getTime()), hourMs)
  }

  /** Makes the next backup, and only then deletes what is beyond the number to keep. */
  async makeNext(make: (folder: string) => Promise<unknown>, now: Date): Promise<void> {
    const { folder, generations } = this.#backups
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) {
      if (isUnfinished(name)) await rm(join(folder, name), { recursive: true })
    }
    await make(join(folder, nameOf(now)))
    for (const name of (await this.#listPast(now)).slice(0, -generations)) {
      await rm(join(folder, name), { recursive: true })
    }
  }

  async #listPast(now: Date): Promise<string[]> {
    const { folder } = this.#backups
    if (!existsSync(folder)) return []
    const names = (await readdir(folder)).filter(name => instantOf(name) !== null).sort()
    const future = names.filter(name => name > nameOf(now))
    for (const backup of future.filter(name => !this.#warned.has(name))) {
      this.#warned.add(backup)
      this.#log.warn(
        { folder, backup },
        'A backup is dated in the future and ignored. Check the clock',
      )
    }
    return names.slice(0, names.length - future.length)
  }
}

/** In UTC, as a file system takes it, so that names sort as instants do. */
function nameOf(now: Date): string {
  return `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

function instantOf(name: string): Date | null {
  const [, day, ...time] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/.exec(name) ?? []
  const instant = new Date(`${day}T${time.join(':')}Z`)
  return Number.isNaN(instant.getTime()) ? null : instant
}
