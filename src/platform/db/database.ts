import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Placement } from './citus/placement.ts'
import type { ShownTables } from './marks/marking.ts'

/** A statement whose plan the engine keeps under `name`. */
export interface Statement {
  name: string
  text: string
  /** Whether the text in its first column may come as its bytes, which a server sends. */
  firstIsBytes?: boolean
}

export type Row = unknown[]

/** Runs a statement; rows come as arrays in column order. */
export type Run = (statement: Statement, values: unknown[]) => Promise<Row[]>

/** Runs any SQL text; the rows of its last statement. */
export type Script = (sql: string) => Promise<Row[]>

/** What `COPY` copies: a table and columns of it, as SQL writes them. */
export interface Copied {
  table: string
  columns: string
}

/** The rows of a table as the text of `COPY`, in the order in which they lie. */
export type Copy = (copied: Copied) => AsyncIterable<Uint8Array>

/** Adds rows that are the text of `COPY`. */
export type Load = (copied: Copied, text: AsyncIterable<Uint8Array>) => Promise<void>

/** What both engines, a PostgreSQL server and the embedded PGlite, offer to the rest. */
export interface Database<Schema> {
  readonly engine: 'postgres' | 'pglite'
  /** Whether {@link read} may be answered by a replica, which may be behind. */
  readonly readsBehind: boolean
  /** Where its tables go on a cluster; null: it cannot be one. */
  readonly placement: Placement | null
  /** Whether the connections so far have found it to be that of a cluster. */
  readonly isCluster: boolean
  /** What kept answers show of its tables; null: nobody keeps answers of it. */
  readonly shown: ShownTables | null
  /** Its time, which all processes on it have in common. */
  readonly clock: DatabaseTime
  /** For requests. */
  readonly kysely: Kysely<Schema>
  /** For work in the background, on connections of its own where there are several. */
  readonly work: Kysely<Schema>
  /**
   * One prepared statement on the primary, committed on its own: for what lets requests in, and
   * needs a moment only. Its connections are kept free of all else.
   */
  run: Run
  /** One prepared, read-only statement on its own. May be answered by a replica. */
  read: Run
  /** The same on the primary, which sees what was just written. */
  readNow: Run
  /** Several reads that see one snapshot of the database. */
  snapshot<T>(use: (run: Run) => Promise<T>): Promise<T>
  /** Runs the work alone among all processes, in one transaction. */
  exclusively<T>(use: (script: Script, load: Load) => Promise<T>): Promise<T>
  /** Copies whole tables out of one snapshot, however long it takes. */
  unload<T>(use: (script: Script, copy: Copy) => Promise<T>): Promise<T>
  /** Passes on what is notified on a channel, also after lost connections; the answer ends it. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /**
   * While it is at work, finds out whether it can be asked, without waiting for what it is asked
   * already. Where there is none, or it is idle, asking it something is the way to find out.
   *
   * @throws Error when it cannot
   */
  reach?(): Promise<unknown> | undefined
  /** How busy its connections are. */
  loads(): PoolLoad[]
  /** The room on the disk that the embedded database writes to; none: a server's, or in memory. */
  readonly room?: DiskSpace | undefined
  /** How a library that brings its own SQL connects. */
  readonly connection: Connection
  close(): Promise<void>
}

/** Before it is settled, it may be that of the process. */
export interface DatabaseTime extends Clock {
  /** @throws Error when the database cannot be asked */
  settled(): Promise<void>
}

/** The free space of a disk. */
export interface DiskSpace {
  readonly freeBytes: number
  /** Whether it is so little that nothing is written any more. */
  readonly isShort: boolean
}

/** Connections that are used and unused, and how many callers wait for one. */
export interface PoolLoad {
  pool: string
  inUse: number
  idle: number
  waiting: number
}

/** A server is reached by its URL; the embedded database is one connection that all share. */
export type Connection = { url: string } | EmbeddedConnection

export interface EmbeddedConnection {
  /** One statement, or without values a script that may begin and end transactions. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
  /** Passes on what is notified on a channel; the answer ends it. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /** How long somebody has held it since it was opened, in milliseconds. */
  busyMs(): number
}

/** The key of the advisory lock that {@link Database.exclusively} holds. */
export const exclusiveLock = 7_046_112
