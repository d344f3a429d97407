import type { Kysely } from 'kysely'
import type { ConstructorOptions } from 'pg-boss'
import type { Clock } from '../clock.ts'
import type { CachedTables } from './cache-tags/bump-versions.ts'
import type { Topology } from './cluster/topology.ts'
import type { Copy, Load, Pipeline, Run, Script } from './statements.ts'

/** Interface of both engines, a PostgreSQL server and the embedded PGlite. */
export interface Database<Schema> {
  readonly engine: 'postgres' | 'pglite'
  /** True if {@link read} may run on a replica, which may lag behind. */
  readonly readsBehind: boolean
  /** Differences between a single server, a cluster and the embedded engine. */
  readonly topology: Topology
  /** Tables by their effect on cached responses; null: responses are not cached. */
  readonly cachedTables: CachedTables | null
  /** Time of the database, shared by all its processes. */
  readonly clock: DatabaseTime
  readonly kysely: Kysely<Schema>
  /**
   * Queries of background work: with longer timeouts, on separate connections of a server, and
   * after those of requests on the embedded engine.
   */
  readonly work: Kysely<Schema>
  /**
   * Runs one prepared statement on the primary, in a transaction of its own: for short statements
   * of authentication. Other queries do not use its connections.
   */
  run: Run
  /** Runs one prepared, read-only statement of its own. May run on a replica. */
  read: Run
  /** Runs one prepared, read-only statement on the primary, which sees the latest writes. */
  readNow: Run
  /** Pipelined reads on the primary; undefined: the engine, or a replica, would not benefit. */
  pipeline?: Pipeline | undefined
  /** Runs several reads on one snapshot of the database. */
  snapshot<T>(use: (run: Run) => Promise<T>): Promise<T>
  /** Runs work in one transaction that excludes all other processes. */
  exclusively<T>(use: (script: Script, load: Load) => Promise<T>): Promise<T>
  /**
   * Runs work whose scripts are transactions of their own, without timeouts, under a lock that only
   * one process holds. Calls `onWait` while another one holds it. If undefined, the database is
   * migrated in one transaction.
   */
  stepwise?:
    | (<T>(use: (script: Script) => Promise<T>, onWait: (text: string) => void) => Promise<T>)
    | undefined
  /** Copies whole tables from one snapshot, without a timeout. */
  unload<T>(use: (script: Script, copy: Copy) => Promise<T>): Promise<T>
  /**
   * Runs work that only one process does at a time, outside of a transaction. Returns null if
   * another process does it.
   *
   * @param lock key of an advisory lock
   */
  alone<T>(lock: number, work: () => Promise<T>): Promise<T | null>
  /**
   * Subscribes to a channel, and reconnects after a lost connection. Returns the unsubscribe
   * function.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * Checks whether a busy engine is alive, without waiting for running queries. If undefined, or if
   * it returns undefined because the engine is idle, any query is the check.
   *
   * @throws Error if it is not alive
   */
  ping?(): Promise<unknown> | undefined
  /** Returns the current load of each connection pool. */
  loads(): PoolLoad[]
  /** Free disk space of the embedded database; undefined: a server, or in memory. */
  readonly room?: DiskSpace | undefined
  /** Starts autovacuum for an embedded database; undefined: a server does it by itself. */
  maintain?(options: MaintenanceOptions): Maintenance
  /** Connection for libraries that bring their own SQL. */
  readonly connection: Connection
  close(): Promise<void>
}

/** Time of the database; before the first measurement, the time of the process. */
interface DatabaseTime extends Clock {
  /**
   * Measures the time now.
   *
   * @throws Error if the database cannot be queried
   */
  synchronize(): Promise<void>
}

export interface MaintenanceOptions {
  onError: (error: Error) => void
  /** Called after each task with the seconds for which it held the connection. */
  onDone?: (task: MaintenanceTask, seconds: number) => void
}

/** Task on a table, or a checkpoint of the write-ahead log. */
export type MaintenanceTask = 'analyze' | 'vacuum' | 'checkpoint'

export interface Maintenance {
  /** Starts no more tasks and waits for the running one. */
  stop(): Promise<void>
}

export interface DiskSpace {
  readonly freeBytes: number
  /** True: writes are rejected, because too little space is free. */
  readonly isShort: boolean
}

/** Number of used and idle connections of a pool, and of callers that wait for one. */
export interface PoolLoad {
  pool: string
  inUse: number
  idle: number
  waiting: number
}

/** Connection by the URL of a server, or by the one connection of the embedded database. */
export type Connection = ServerConnection | EmbeddedConnection

interface QueueConnection {
  queueOptions(applicationName: string): ConstructorOptions
}

interface ServerConnection extends QueueConnection {
  url: string
}

export interface EmbeddedConnection extends QueueConnection {
  /**
   * Runs one statement, or without values a script that may begin and end transactions. It is
   * background work. Also returns the milliseconds for which it held the connection.
   */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[]; heldMs: number }>
  /** Subscribes to a channel. Returns the unsubscribe function. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * Returns the total time for which the connection was held since it was opened, in milliseconds.
   */
  busyMs(): number
}

/** Key of the advisory lock that {@link Database.exclusively} holds. */
export const exclusiveLock = 7_046_112

/**
 * Key of the advisory lock that {@link Database.stepwise} holds. It is another one, because a
 * process that waits for a lock has a snapshot, which a concurrent build of an index waits for.
 */
export const stepwiseLock = 7_046_113

/** Key of the advisory lock of scheduled backups, for {@link Database.alone}. */
export const backupLock = 7_046_114
