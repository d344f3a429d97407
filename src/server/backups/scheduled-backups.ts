/** Backups by a server: on request, for an embedded database, and scheduled. */
import type { FastifyBaseLogger } from 'fastify'
import type { BackupConfig } from '../../config/backup-config.ts'
import {
  type CreatedGeneration,
  findNewestGeneration,
  parseGenerationName,
} from '../../platform/backup/generations.ts'
import type { BackupTarget } from '../../platform/backup/targets/backup-target.ts'
import { hourMs } from '../../platform/dates/dates.ts'
import { backupLock } from '../../platform/db/database.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import type { Runtime } from '../runtime.ts'
import { openTarget } from './backup-location.ts'
import { backupSource, findDatabaseId } from './backup-source.ts'
import { type BackupRequest, makeBackup } from './make-backup.ts'

export interface Backups {
  create(request: BackupRequest): Promise<CreatedGeneration>
  stop(): Promise<void>
}

/** Creates backups until it is stopped, which aborts a running one. */
export function runBackups(runtime: Runtime, log: FastifyBaseLogger): Backups {
  const { config, database, blobs, clock } = runtime
  const shutdown = new AbortController()
  let running: Promise<unknown> | null = null
  const make = async (request: BackupRequest) =>
    makeBackup(await backupSource(config, database, blobs), request, {
      now: clock.now(),
      signal: shutdown.signal,
      onUnrecorded: error => log.warn(error, unrecordedText),
    })
  const create = async (request: BackupRequest): Promise<CreatedGeneration> => {
    if (running) throw new OperatorError('Another backup is running: try again when it is done')
    const startedMs = performance.now()
    const work = make(request)
    // Never rejects: `stop` only waits for it.
    running = work.catch(() => null)
    try {
      const created = await work
      const { location: backup, removed } = created
      const ms = Math.round(performance.now() - startedMs)
      log.info({ backup, removed, ms }, 'created a backup')
      return created
    } finally {
      running = null
    }
  }
  const unschedule =
    config.backups.everyHours > 0 ? schedule(config.backups, create, runtime, log) : () => {}
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
  { everyHours, location: into, generations: keep }: BackupConfig,
  create: Backups['create'],
  { database, metrics, clock }: Pick<Runtime, 'database' | 'metrics' | 'clock'>,
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>,
): () => void {
  let timer: NodeJS.Timeout
  let isStopped = false
  const warned = new Set<string>()
  const dueMs = async () =>
    dueInMs(await openTarget(into), {
      everyHours,
      now: clock.now(),
      database: await findDatabaseId(database),
    })
  const check = async () => {
    const startedMs = performance.now()
    const record = (outcome: string) =>
      metrics.tasks.observe({ worker: 'backup', outcome }, (performance.now() - startedMs) / 1_000)
    const createDue = async () => {
      const { future } = await create({ into, keep })
      record('done')
      for (const backup of future.filter(location => !warned.has(location))) {
        warned.add(backup)
        log.warn({ backup }, 'A backup is dated in the future and ignored. Check the clock')
      }
    }
    let waitMs = hourMs
    try {
      waitMs = await createIfDue(dueMs, createDue, database)
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

/** Returns the milliseconds until the next check. */
async function createIfDue(
  dueMs: () => Promise<number>,
  create: () => Promise<void>,
  database: Pick<Runtime['database'], 'alone'>,
): Promise<number> {
  const remainingMs = await dueMs()
  if (remainingMs > 0) return remainingMs
  await database.alone(backupLock, async () => {
    // Another process may have created it in the meantime.
    if ((await dueMs()) === 0) await create()
  })
  return hourMs
}

/**
 * Returns the milliseconds until the next check, at most an hour; 0: a backup of the database is
 * due.
 */
export async function dueInMs(
  target: BackupTarget,
  { everyHours, ...wanted }: { everyHours: number; now: Date; database: string },
): Promise<number> {
  const newest = await findNewestGeneration(target, wanted)
  if (newest === null) return 0
  const dueAt = parseGenerationName(newest.name)!.getTime() + everyHours * hourMs
  return Math.min(Math.max(0, dueAt - wanted.now.getTime()), hourMs)
}
