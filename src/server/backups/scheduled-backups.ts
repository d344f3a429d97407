/** Backups by the process with the embedded database: on request and scheduled. */

import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { BackupConfig } from '../../config.ts'
import type { Manifest } from '../../platform/backup/manifest.ts'
import { isUnfinished } from '../../platform/backup/write-backup.ts'
import { hourMs } from '../../platform/dates/dates.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { Runtime } from '../runtime.ts'
import { backupSource, createBackup } from './backup-source.ts'

/** Creates backups until it is stopped, which aborts a running one. */
export function runBackups(
  runtime: Runtime,
  log: FastifyBaseLogger,
): { create(folder: string): Promise<Manifest>; stop(): Promise<void> } {
  const { config, database, blobs } = runtime
  const shutdown = new AbortController()
  const source = backupSource(config, database, blobs)
  let running: Promise<unknown> | null = null
  const create = async (folder: string): Promise<Manifest> => {
    if (running) throw new OperatorError('Another backup is running: try again when it is done')
    const startedMs = performance.now()
    const work = createBackup(source, folder, {
      signal: shutdown.signal,
      onUnrecorded: error => log.warn(error, unrecordedText),
    })
    // Never rejects: `stop` only waits for it.
    running = work.catch(() => null)
    try {
      const manifest = await work
      log.info({ folder, ms: Math.round(performance.now() - startedMs) }, 'created a backup')
      return manifest
    } finally {
      running = null
    }
  }
  const unschedule = config.backups ? schedule(config.backups, create, runtime, log) : () => {}
  return {
    create,
    async stop() {
      shutdown.abort(new OperatorError('The server is shutting down'))
      unschedule()
      await running
    },
  }
}

const unrecordedText = 'The backup is complete, but its time could not be recorded'

/**
 * Checks every hour, or sooner if a backup is due sooner. The schedule follows changes of the
 * clock, and no wait exceeds the maximum of a timer. A failed backup is retried after an hour.
 */
function schedule(
  backups: BackupConfig,
  create: (folder: string) => Promise<Manifest>,
  { metrics, clock }: Pick<Runtime, 'metrics' | 'clock'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): () => void {
  let timer: NodeJS.Timeout
  let isStopped = false
  const generations = new Generations(backups, log)
  const check = async () => {
    const startedMs = performance.now()
    const record = (outcome: string) =>
      metrics.tasks.observe({ worker: 'backup', outcome }, (performance.now() - startedMs) / 1_000)
    let waitMs = hourMs
    try {
      const remainingMs = await generations.waitMs(clock.now())
      if (remainingMs > 0) waitMs = remainingMs
      else {
        await generations.createNext(create, clock.now())
        record('done')
      }
    } catch (error) {
      if (isStopped) return
      log.error(error, 'Could not create a backup. It is retried')
      record('given_up')
    }
    if (!isStopped) timer = setTimeout(check, waitMs).unref()
  }
  void check()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/**
 * Backups of a folder, named by their instants. Future dates, from a wrong clock, are ignored: such
 * a backup neither delays the next one nor is deleted.
 */
export class Generations {
  readonly #backups: BackupConfig
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  readonly #warned = new Set<string>()

  constructor(backups: BackupConfig, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#backups = backups
    this.#log = log
  }

  /** Returns the milliseconds until the next check, at most an hour; 0: a backup is due. */
  async waitMs(now: Date): Promise<number> {
    const newest = (await this.#listPast(now)).at(-1)
    if (newest === undefined) return 0
    const dueAt = parseBackupName(newest)!.getTime() + this.#backups.everyHours * hourMs
    return Math.min(Math.max(0, dueAt - now.getTime()), hourMs)
  }

  /** Creates the next backup, and then deletes the oldest beyond the configured number. */
  async createNext(create: (folder: string) => Promise<unknown>, now: Date): Promise<void> {
    const { folder, generations } = this.#backups
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) {
      if (isUnfinished(name)) await rm(join(folder, name), { recursive: true })
    }
    await create(join(folder, backupName(now)))
    for (const name of (await this.#listPast(now)).slice(0, -generations)) {
      await rm(join(folder, name), { recursive: true })
    }
  }

  async #listPast(now: Date): Promise<string[]> {
    const { folder } = this.#backups
    if (!existsSync(folder)) return []
    const names = (await readdir(folder)).filter(name => parseBackupName(name) !== null).sort()
    const future = names.filter(name => name > backupName(now))
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

/** Returns a sortable file name in UTC. */
function backupName(now: Date): string {
  return `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/** Parses the instant of a scheduled backup; null: the name is another one. */
export function parseBackupName(name: string): Date | null {
  const [, day, ...time] = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/.exec(name) ?? []
  const instant = new Date(`${day}T${time.join(':')}Z`)
  return Number.isNaN(instant.getTime()) ? null : instant
}
