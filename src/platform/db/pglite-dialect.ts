import type { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Mutex } from './mutex.ts'

/**
 * Kysely on the one connection that PGlite has. Whoever holds the connection, for a statement or a
 * whole transaction, holds it alone; Kysely's own dialect lets statements of other requests slip
 * into an open transaction (docs/decisions/0002-embedded-database.md).
 */
export function pgliteDialect(pglite: PGlite, mutex: Mutex): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PgliteDriver(pglite, mutex),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PgliteDriver implements Driver {
  readonly #pglite: PGlite
  readonly #mutex: Mutex
  readonly #leave = new WeakMap<DatabaseConnection, () => void>()

  constructor(pglite: PGlite, mutex: Mutex) {
    this.#pglite = pglite
    this.#mutex = mutex
  }

  async init(): Promise<void> {
    await this.#pglite.waitReady
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const leave = await this.#mutex.enter()
    const connection = new PgliteConnection(this.#pglite)
    this.#leave.set(connection, leave)
    return connection
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#leave.get(connection)?.()
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    await connection.executeQuery(CompiledQuery.raw(`begin${level}`))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    if (!this.#pglite.closed) await this.#pglite.close()
  }
}

class PgliteConnection implements DatabaseConnection {
  readonly #pglite: PGlite

  constructor(pglite: PGlite) {
    this.#pglite = pglite
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const result = await this.#pglite.query<R>(query.sql, [...query.parameters])
    return { rows: result.rows, numAffectedRows: BigInt(result.affectedRows ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: PGlite has no cursors to stream from
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('PGlite does not stream')
  }
}
