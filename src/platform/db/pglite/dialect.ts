import {
  type CompiledQuery,
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
import type { Turn } from './turns.ts'

/**
 * Kysely on the one connection that PGlite has. Whoever holds the connection, for a statement or a
 * whole transaction, holds it alone; Kysely's own dialect lets statements of other requests slip
 * into an open transaction (docs/decisions/0002-embedded-database.md).
 */
export function pgliteDialect(take: () => Promise<Turn>): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PgliteDriver(take),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PgliteDriver implements Driver {
  readonly #take: () => Promise<Turn>

  constructor(take: () => Promise<Turn>) {
    this.#take = take
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PgliteConnection> {
    return new PgliteConnection(await this.#take())
  }

  async releaseConnection({ turn }: PgliteConnection): Promise<void> {
    turn.end()
  }

  async beginTransaction({ turn }: PgliteConnection, settings: TransactionSettings) {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    turn.begin(`begin${level}`)
  }

  commitTransaction({ turn }: PgliteConnection): Promise<void> {
    return turn.commit()
  }

  rollbackTransaction({ turn }: PgliteConnection): Promise<void> {
    return turn.rollback()
  }

  async destroy(): Promise<void> {}
}

/** Whether a connection is that of an embedded database. */
export function takesTurns(connection: DatabaseConnection): boolean {
  return connection instanceof PgliteConnection
}

class PgliteConnection implements DatabaseConnection {
  readonly turn: Turn

  constructor(turn: Turn) {
    this.turn = turn
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const [result] = await this.turn.ask(sql, [...parameters], false)
    const { rows = [], affectedRows = 0 } = result ?? {}
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) }
  }

  // biome-ignore lint/correctness/useYield: PGlite has no cursors to stream from
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('PGlite does not stream')
  }
}
