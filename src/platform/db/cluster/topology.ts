/** Differences between kinds of databases: docs/decisions/0112. */
import { type Kysely, PostgresAdapter, type RawBuilder } from 'kysely'
import type { ReadRuns, VersionedLookup } from '../cache-tags/read-versions.ts'
import type { Script } from '../statements.ts'

/** Database, or an open transaction on it. */
export type Db = Pick<Kysely<never>, 'getExecutor' | 'isTransaction'>

/** Returns the condition on tenants of a relation, by its alias. */
export type TenantFilter = (alias: string) => RawBuilder<unknown>

/** Statement about several tenants. Every relation in it has to use the condition. */
export type TenantStatement<Row> = (of: TenantFilter) => RawBuilder<Row>

export interface TenantRows<Row> {
  rows: Row[]
  changed: number
  /** Error of unavailable nodes, whose tenants are missing; undefined: all nodes responded. */
  missing?: unknown
}

/** Rows of all tenants, read within transactions of single tenants. */
export interface TenantReader<Row> {
  /**
   * Returns the query for a transaction of a tenant. Its own rows are of that transaction; those of
   * other tenants may be up to a second old.
   */
  prepare(tenantUid: string): Promise<(db: Db) => Promise<Row[]>>
}

/** Strategy of a kind of database: one server, a cluster, or the embedded engine. */
export interface Topology {
  /** Interval of polls for due work of all tenants, in milliseconds. */
  readonly pollMs: number
  readonly workMsMax: number
  /** SQL settings of connections for reads and for writes, in addition to the general ones. */
  readonly sessionSettings: { read: string; write: string }
  /** True if a transaction may send a statement before the response to the previous one. */
  readonly pipelines: boolean
  /** True if a transaction may send its commit before the responses to its last writes. */
  readonly pipelinesCommit: boolean
  /** True: bumps cache versions by one statement per agency. */
  readonly bumpsPerAgency: boolean
  /** Returns the statements for `text`, the `begin` of a single server. */
  begin(text: string, lockMs: number): string[]
  /** Returns whether rows of these tenants are read by one statement per tenant. */
  readsPerTenant(tenantUids: readonly string[]): boolean
  /** Runs a statement that reads rows of all tenants on available nodes. */
  queryTenants<Row>(db: Db, statement: TenantStatement<Row>): Promise<TenantRows<Row>>
  /** Runs a statement that changes rows of all tenants on available nodes. Returns their number. */
  changeTenants(db: Db, statement: TenantStatement<unknown>): Promise<number>
  /** @param db database for queries outside of transactions */
  openTenantReader<Row extends { agency_uid: string }>(
    db: Db,
    statement: TenantStatement<Row>,
  ): TenantReader<Row>
  /**
   * Runs one of two forms of the same writes in a transaction: a statement that writes several
   * tables, or a statement for each table.
   */
  runWrites<T>(forms: { combined: () => T; sequential: () => T }): T
  /**
   * Writes a table that all tenants share: in the transaction of one tenant, or in a background
   * task.
   */
  writeShared<T>(forms: { now: () => T; later: () => T }): T
  /** Opens the lookup of credentials together with cache versions. */
  openLookup(database: ReadRuns): VersionedLookup
  /** True: a database with data is migrated while clients write. */
  readonly migratesOnline: boolean
  /**
   * Begins a migration, in the transaction of the script.
   *
   * @returns a function to call after migrations were applied: invalidates caches, distributes
   * tables
   * @throws Error if this release cannot migrate the database
   */
  beginMigration(script: Script, options: { readsBehind: boolean }): Promise<FinishMigration>
  /** Collects planner statistics after many rows were added. */
  analyze(script: Script): Promise<void>
}

export type FinishMigration = (script: Script) => Promise<void>

/** Kysely adapter that carries the topology of its database. */
export class TopologyAdapter extends PostgresAdapter {
  readonly topology: Topology

  constructor(topology: Topology) {
    super()
    this.topology = topology
  }
}

export function topologyOf(db: Pick<Db, 'getExecutor'>): Topology {
  return (db.getExecutor().adapter as TopologyAdapter).topology
}

/** Reads rows of all tenants on available nodes. */
export function queryTenants<Row>(db: Db, statement: TenantStatement<Row>) {
  return topologyOf(db).queryTenants(db, statement)
}

/** Changes rows of all tenants on available nodes. Returns their number. */
export function changeTenants(db: Db, statement: TenantStatement<unknown>): Promise<number> {
  return topologyOf(db).changeTenants(db, statement)
}
