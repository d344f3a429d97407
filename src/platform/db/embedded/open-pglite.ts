import { Kysely, type KyselyConfig } from 'kysely'
import { systemClock } from '../../clock.ts'
import { makePrivateFolder } from '../../io/private-folder.ts'
import { beginUnversioned, type CachedTables } from '../cache-tags/bump-versions.ts'
import type { Database, EmbeddedConnection, PoolLoad } from '../database.ts'
import type { Row, Run, Script } from '../statements.ts'
import { Autovacuum } from './autovacuum.ts'
import {
  type ConnectionLease,
  ConnectionQueue,
  type LeaseOptions,
  type WaitLimits,
} from './connection-queue.ts'
import { copyFrom, loadInto } from './copies.ts'
import { embeddedTopology, pgliteDialect } from './dialect.ts'
import { DiskMonitor } from './disk-monitor.ts'
import type { Result } from './engine/request.ts'
import { lockFolder } from './folder-lock.ts'
import { Listeners } from './listeners.ts'
import { ThreadEngine } from './worker-engine.ts'

export interface PgliteOptions extends WaitLimits {
  /** Data folder; undefined: in memory. */
  folder?: string | undefined
  /**
   * False: commits, and the database itself, may be lost in a power failure. For disposable data;
   * writes take half the time.
   */
  isSynced?: boolean
  /** Timeout of a statement of a request, in milliseconds. */
  statementMs?: number
  /** Time after which an idle transaction is rolled back, in milliseconds. */
  idleMs?: number
  /** Called when the engine has crashed or was terminated, before it is restarted. */
  onLost?: (error: Error) => void
  /** Tables by their effect on cached responses; undefined: responses are not cached. */
  cachedTables?: CachedTables | undefined
  log?: KyselyConfig['log']
}

/**
 * Defaults like those of a server (contract/leadsql.md §8), including the wait for a connection.
 */
const defaults = { statementMs: 30_000, idleMs: 30_000, waitMs: 5_000, waitingMax: 500 }

const beginSnapshot = 'begin isolation level repeatable read read only'

/** Options of background work, such as maintenance: a longer timeout of statements. */
const background: LeaseOptions = { isBackground: true, statementMs: 600_000 }

/**
 * Opens the embedded database, whose PostgreSQL runs in a worker thread. Only one process at a time
 * can open a folder.
 */
export async function openPglite<Schema>(options: PgliteOptions): Promise<Database<Schema>> {
  const { folder, isSynced = true, log } = options
  const { statementMs, idleMs, waitMs, waitingMax } = { ...defaults, ...options }
  const unlock = folder ? lockDataFolder(folder) : () => {}
  const listeners = new Listeners()
  const onLost = options.onLost ?? (() => undefined)
  const room = folder ? new DiskMonitor(folder) : undefined
  const engine = new ThreadEngine({ folder, isSynced, room, listeners, onLost })
  await engine.open().catch(error => {
    unlock()
    throw error
  })
  const queue = new ConnectionQueue(
    engine,
    { waitMs, waitingMax },
    { cachedTables: options.cachedTables, room },
  )
  const kyselyFor = (options: LeaseOptions) =>
    new Kysely<Schema>({ dialect: pgliteDialect(() => queue.acquire({ idleMs, ...options })), log })
  const [kysely, work] = [kyselyFor({ statementMs }), kyselyFor(background)]
  const run: Run = ({ text }, values) =>
    queue.use({ statementMs }, async lease =>
      lastRows(await lease.query(text, values, { asArrays: true })),
    )
  const connection = embeddedConnection(queue, listeners)
  return {
    engine: 'pglite',
    readsBehind: false,
    topology: embeddedTopology,
    cachedTables: options.cachedTables ?? null,
    // The engine runs in this process and has no other clock.
    clock: { ...systemClock, synchronize: async () => {} },
    kysely,
    work,
    connection,
    maintain: options => new Autovacuum(connection, options),
    ping: () => (queue.callers > 0 ? engine.open() : undefined),
    loads: () => [queueLoad(queue)],
    room,
    listen: connection.listen,
    run,
    read: run,
    readNow: run,
    snapshot: use =>
      queue.transaction(beginSnapshot, { statementMs, idleMs }, lease =>
        use(async ({ text }, values) =>
          lastRows(await lease.query(text, values, { asArrays: true })),
        ),
      ),
    exclusively: use =>
      queue.transaction(beginUnversioned, {}, lease => use(createScript(lease), loadInto(lease))),
    unload: use =>
      queue.transaction(beginSnapshot, { isBackground: true }, lease =>
        use(createScript(lease), copyFrom(lease)),
      ),
    // No other process has this database open.
    alone: (_lock, work) => work(),
    async close() {
      await Promise.all([kysely.destroy(), work.destroy()])
      await engine.close()
      unlock()
    },
  }
}

function lockDataFolder(folder: string): () => void {
  makePrivateFolder(folder)
  return lockFolder(folder)
}

function queueLoad({ callers }: ConnectionQueue): PoolLoad {
  const inUse = Math.min(callers, 1)
  return { pool: 'embedded', inUse, idle: 1 - inUse, waiting: callers - inUse }
}

function lastRows(results: Result[]): Row[] {
  return (results.at(-1)?.rows ?? []) as Row[]
}

function createScript(lease: ConnectionLease): Script {
  return async sql => lastRows(await lease.query(sql, undefined, { asArrays: true }))
}

function embeddedConnection(queue: ConnectionQueue, listeners: Listeners): EmbeddedConnection {
  const script = (text: string) =>
    queue.use(background, lease => lease.query(text, undefined, { asArrays: false }))
  const executeSql = (text: string, values: unknown[] = []) =>
    queue.use(background, async lease => {
      const busyMsBefore = queue.busyMs
      try {
        const results = await lease.query(text, values.length > 0 ? values : undefined, {
          asArrays: false,
        })
        const rows = results.flatMap(result => result.rows) as never[]
        return { rows, heldMs: queue.busyMs - busyMsBefore }
      } catch (error) {
        // A script that fails within its own transaction must not leave it open for the next
        // caller.
        await lease.query('rollback', undefined, { asArrays: false })
        throw error
      }
    })
  const listen: EmbeddedConnection['listen'] = (channel, onPayload) =>
    listeners.add(channel, onPayload, script)
  return {
    busyMs: () => queue.busyMs,
    executeSql,
    listen,
    queueOptions: () => ({
      backend: 'pglite',
      db: {
        executeSql,
        async listen(channel, onPayload, onReady) {
          const close = await listen(channel, onPayload)
          onReady()
          return { close }
        },
      },
    }),
  }
}
