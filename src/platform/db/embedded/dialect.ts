import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { singleServer } from '../cluster/single-server.ts'
import { type Topology, TopologyAdapter } from '../cluster/topology.ts'
import type { Script } from '../statements.ts'
import { analyzeNonEmpty, isUserTable } from '../statistics.ts'
import type { ConnectionLease } from './connection-queue.ts'

/**
 * Kysely dialect on the one connection of PGlite. A statement or transaction holds the connection
 * exclusively; Kysely's own dialect would mix statements of other requests into an open transaction
 * (docs/decisions/0002-embedded-database.md).
 */
export function pgliteDialect(acquire: () => Promise<ConnectionLease>): Dialect {
  return {
    createAdapter: () => new TopologyAdapter(embeddedTopology),
    createDriver: () => new PgliteDriver(acquire),
    createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

class PgliteDriver implements Driver {
  readonly #acquire: () => Promise<ConnectionLease>

  constructor(acquire: () => Promise<ConnectionLease>) {
    this.#acquire = acquire
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PgliteConnection> {
    return new PgliteConnection(await this.#acquire())
  }

  async releaseConnection({ lease }: PgliteConnection): Promise<void> {
    lease.end()
  }

  async beginTransaction({ lease }: PgliteConnection, settings: TransactionSettings) {
    const level = settings.isolationLevel ? ` isolation level ${settings.isolationLevel}` : ''
    lease.begin(`begin${level}`)
  }

  commitTransaction({ lease }: PgliteConnection): Promise<void> {
    return lease.commit()
  }

  rollbackTransaction({ lease }: PgliteConnection): Promise<void> {
    return lease.rollback()
  }

  async destroy(): Promise<void> {}
}

class PgliteConnection implements DatabaseConnection {
  readonly lease: ConnectionLease

  constructor(lease: ConnectionLease) {
    this.lease = lease
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const [result] = await this.lease.query(sql, [...parameters], { asArrays: false })
    const { rows = [], affectedRows = 0 } = result ?? {}
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) }
  }

  // biome-ignore lint/correctness/useYield: PGlite has no cursors to stream from
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('PGlite does not stream')
  }
}

/** Topology of the embedded database: one connection, and no autovacuum. */
export const embeddedTopology: Topology = {
  ...singleServer,
  pipelines: false,
  pipelinesCommit: false,
  migratesOnline: false,
  async beginMigration(...args) {
    const finish = await singleServer.beginMigration(...args)
    return async script => {
      await finish(script)
      await analyze(script)
    }
  },
  analyze,
}

async function analyze(script: Script): Promise<void> {
  await analyzeNonEmpty(script)
  await presumeStatistics(script)
}

/**
 * Sets planner statistics of empty tables: the first column of a composite primary key, the tenant,
 * has one distinct value. By default the planner expects two hundred, concludes that the other key
 * columns leave hardly a row, and reads all rows of the tenant for each row of a join.
 */
export async function presumeStatistics(script: Script): Promise<void> {
  await script(`select pg_restore_attribute_stats(
      'schemaname', c.relnamespace::regnamespace::text, 'relname', c.relname::text,
      'attname', a.attname::text, 'inherited', false,
      'null_frac', 0::real, 'avg_width', a.attlen::integer, 'n_distinct', 1::real)
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisprimary and i.indnkeyatts > 1 and c.relkind = 'r' and a.attlen > 0
      and ${isUserTable}
      and not exists (select 1 from pg_statistic s
        where s.starelid = c.oid and s.staattnum = a.attnum)`)
}
