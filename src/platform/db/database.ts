import type { Kysely } from 'kysely'

/** A statement whose plan the engine keeps under `name`. */
export interface Statement {
  name: string
  text: string
}

export type Row = unknown[]

/** Runs a statement; rows come as arrays in column order. */
export type Run = (statement: Statement, values: unknown[]) => Promise<Row[]>

/** What both engines, a PostgreSQL server and the embedded PGlite, offer to the rest. */
export interface Database<Schema> {
  readonly engine: 'postgres' | 'pglite'
  readonly kysely: Kysely<Schema>
  /** One prepared statement on the primary, committed on its own. */
  run: Run
  /** One prepared, read-only statement on its own. May be answered by a replica. */
  read: Run
  /** Several reads that see one snapshot of the database. */
  snapshot<T>(use: (run: Run) => Promise<T>): Promise<T>
  /** Runs the work alone among all processes, in one transaction; `script` takes any SQL text. */
  exclusively<T>(use: (script: (sql: string) => Promise<Row[]>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The key of the advisory lock that {@link Database.exclusively} holds. */
export const exclusiveLock = 7_046_112
