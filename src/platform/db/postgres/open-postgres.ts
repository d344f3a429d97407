import { Kysely, type KyselyConfig, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { type CachedTables, VersionedDatabase } from '../cache-tags/bump-versions.ts'
import { detectTopology } from '../cluster/cluster-topology.ts'
import type { Placement } from '../cluster/placement.ts'
import { singleServer } from '../cluster/single-server.ts'
import { type Topology, TopologyAdapter } from '../cluster/topology.ts'
import type { Database, PoolLoad } from '../database.ts'
import type { Pipeline, Row, Run } from '../statements.ts'
import { runAlone } from './advisory-lock.ts'
import { connectionsMax, type DatabaseLimits, defaultLimits } from './connection-limits.ts'
import { unload } from './copies.ts'
import { DatabaseClock } from './database-clock.ts'
import {
  inTransaction,
  scriptOn,
  withExclusiveLock,
  withStepwiseLock,
} from './exclusive-sessions.ts'
import { Listener } from './listen.ts'
import { Connections, connectSeparately, openPool, type PoolContext, type Session } from './pool.ts'

/**
 * Settings of connections for reads. Generic plans fit all values, and planning again costs more
 * than execution. They use indexes: a generic plan would prefer to scan a small table, once per
 * row. Writes are refused, because no cache version would be bumped.
 */
const readSession = `set jit = off; set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off; set default_transaction_read_only = on`
/**
 * `begin` of a request's transaction. Its statements find rows by key, and planning them would take
 * many times as long as running them (docs/decisions/0037-round-trips-of-writes.md).
 */
const beginWrite = `begin; set local plan_cache_mode = force_generic_plan;
  set local enable_seqscan = off`
const namedStatementsMax = 500

function writeSession({ lockMs, idleMs }: DatabaseLimits): string {
  return `set jit = off; set lock_timeout = ${lockMs};
    set idle_in_transaction_session_timeout = ${idleMs}`
}

interface PostgresOptions {
  url: string
  /** URL of a replica for reads, which may lag. */
  readUrl?: string | undefined
  limits?: Partial<DatabaseLimits>
  onConnectionLost: (error: Error) => void
  /** Tables by their effect on cached responses; undefined: responses are not cached. */
  cachedTables?: CachedTables | undefined
  /** Placement of tables on a cluster; undefined: the database is never a cluster. */
  placement?: Placement | undefined
  /** Topology of the server; undefined: it is detected. */
  topology?: Topology
  log?: KyselyConfig['log']
}

/** Opens pools on a PostgreSQL server. Connections open when they are first needed. */
export async function openPostgres<Schema>(options: PostgresOptions): Promise<Database<Schema>> {
  const topology = options.topology ?? (await chooseTopology(options))
  const { pools, listener, connect } = openPools(options, topology)
  const kyselyOn = (pool: pg.Pool) => {
    const dialect = new ServerDialect(pool, topology)
    return new Kysely<Schema>({ dialect, log: options.log })
  }
  const [kysely, work] = [kyselyOn(pools.write), kyselyOn(pools.work)]
  const statementNames = new Set<string>()
  const runOn = (client: pg.ClientBase): Run => {
    return async (statement, values) => {
      const { text, name } = statement
      const config = {
        text,
        values,
        rowMode: 'array' as const,
        name: limitedName(name, statementNames),
      }
      return (await client.query<Row>(config)).rows
    }
  }
  const run = (pool: pg.Pool): Run => {
    return async (statement, values) => {
      const client = await pool.connect()
      try {
        return await runOn(client)(statement, values)
      } finally {
        client.release()
      }
    }
  }
  const pipeline: Pipeline = async (...queries) => {
    // Waiting for a connection would take longer than a pipeline saves.
    if (pools.read.idleCount === 0) return null
    const client = await pools.read.connect()
    const rows = queries.map(([statement, values]) => runOn(client)(statement, values))
    void Promise.allSettled(rows).then(() => client.release())
    return rows
  }
  const clock = new DatabaseClock(run(pools.admission))
  return {
    engine: 'postgres',
    readsBehind: options.readUrl !== undefined,
    topology,
    cachedTables: options.cachedTables ?? null,
    clock,
    kysely,
    work,
    connection: { url: options.url, queueOptions: name => queueOptions(options.url, name) },
    loads: () => Object.entries(pools).map(([name, pool]) => poolLoad(name, pool)),
    run: run(pools.admission),
    read: run(pools.read),
    readNow: run(pools.now),
    pipeline: options.readUrl === undefined ? pipeline : undefined,
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    snapshot: use => readSnapshot(pools.read, client => use(runOn(client))),
    exclusively: use => withExclusiveLock(connect, use),
    stepwise: topology.migratesOnline ? (...args) => withStepwiseLock(connect, ...args) : undefined,
    unload: use => unload(options, use),
    alone: (lock, work) => runAlone(options, lock, work),
    async close() {
      clock.stop()
      await listener.close()
      await Promise.all([kysely.destroy(), work.destroy()])
      await Promise.all([pools.read.end(), pools.now.end(), pools.admission.end()])
    },
  }
}

/** Dialect of a pool, whose adapter carries the topology. */
export class ServerDialect extends PostgresDialect {
  readonly #topology: Topology

  constructor(pool: pg.Pool, topology: Topology) {
    super({ pool })
    this.#topology = topology
  }

  override createAdapter(): TopologyAdapter {
    return new TopologyAdapter(this.#topology)
  }
}

async function chooseTopology(options: PostgresOptions): Promise<Topology> {
  const { url, placement, onConnectionLost } = options
  if (!placement) return singleServer
  const session = { setup: '', statementMs: defaultLimits.lockMs }
  const client = await connectSeparately(
    url,
    { versionedDatabase: null, onConnectionLost },
    session,
  )
  try {
    return await detectTopology(scriptOn(client), placement)
  } finally {
    await client.end()
  }
}

/**
 * Opens the pools, and the listener that closes their connections when the server is unresponsive.
 */
function openPools(options: PostgresOptions, topology: Topology) {
  const { url, readUrl, cachedTables, onConnectionLost } = options
  const limits = { ...defaultLimits, ...options.limits }
  const { bumpsPerAgency } = topology
  const versionedDatabase = cachedTables
    ? new VersionedDatabase(cachedTables, bumpsPerAgency, options.placement?.shared)
    : null
  const context: PoolContext = { versionedDatabase, onConnectionLost }
  const primary = new Connections()
  const replica = readUrl === undefined ? primary : new Connections()
  const onUnresponsive = (error: Error) => primary.closeAll(error)
  const listener = new Listener({ url, onConnectionLost, onUnresponsive })
  const beginStatements = (text: string) => topology.begin(text, limits.lockMs)
  const sessionFor = (statementMs: number): Session => ({
    setup: `${writeSession(limits)}; ${topology.sessionSettings.write}`,
    statementMs: Math.min(statementMs, topology.workMsMax),
  })
  const openWritePool = (max: number, statementMs: number, begin: string[] | null) => {
    return openPool(url, context, { ...sessionFor(statementMs), max, connections: primary, begin })
  }
  const openReadPool = (
    max: number,
    statementMs: number,
    targetUrl = url,
    connections = primary,
  ) => {
    const setup = `${readSession}; ${topology.sessionSettings.read}`
    const readContext = { ...context, versions: null }
    return openPool(targetUrl, readContext, { setup, statementMs, max, connections, begin: null })
  }
  const pools = {
    write: openWritePool(connectionsMax.write, limits.statementMs, beginStatements(beginWrite)),
    work: openWritePool(connectionsMax.work, limits.workMs, beginStatements('begin')),
    read: openReadPool(connectionsMax.read, limits.readMs, readUrl, replica),
    now: openReadPool(connectionsMax.now, limits.statementMs),
    admission: openWritePool(connectionsMax.admission, limits.lockMs, null),
  }
  for (const pool of Object.values(pools)) pool.on('connect', () => listener.start())
  const connect = () => connectSeparately(url, context, sessionFor(limits.workMs))
  return { pools, listener, connect }
}

function poolLoad(name: string, { totalCount, idleCount, waitingCount }: pg.Pool): PoolLoad {
  return { pool: name, inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** Returns options of pg-boss. Its statements are short: a longer wait means a dead connection. */
function queueOptions(url: string, applicationName: string) {
  return {
    connectionString: url,
    application_name: applicationName,
    max: 2,
    allowExitOnIdle: true,
    connectionTimeoutMillis: 3_000,
    query_timeout: 30_000,
    keepAlive: true,
    notifyHeartbeatIntervalMs: 5_000,
    notifyHeartbeatTimeoutMs: 3_000,
  }
}

/**
 * Returns the name of a statement; undefined if too many have one, because each connection caches a
 * plan per name.
 */
function limitedName(name: string, usedNames: Set<string>): string | undefined {
  if (usedNames.has(name)) return name
  if (usedNames.size >= namedStatementsMax) return undefined
  usedNames.add(name)
  return name
}

async function readSnapshot<T>(
  pool: pg.Pool,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    return await inTransaction(
      client,
      'begin isolation level repeatable read read only',
      () => use(client),
      failure => (broken = failure),
    )
  } finally {
    client.release(broken)
  }
}
