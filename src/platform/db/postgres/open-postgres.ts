import { type DatabaseConnection, Kysely, type KyselyConfig, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { clusterReadSession, clusterSession } from '../citus/cluster.ts'
import type { Placement } from '../citus/placement.ts'
import { loadInto, unload } from '../copies/postgres-copies.ts'
import {
  type Database,
  exclusiveLock,
  type Load,
  type PoolLoad,
  type Row,
  type Run,
  type Script,
} from '../database.ts'
import { noteSpread } from '../gathered/spread.ts'
import { beginUnmarked, MarkedDatabase, type ShownTables } from '../marks/marking.ts'
import { DatabaseClock } from './database-clock.ts'
import { Listener } from './listen.ts'
import { Connections, connectAlone, openPool, type Sessions, type Shared } from './pool.ts'

/**
 * Settings of connections for reads. Compiled plans suit any values, and to plan one again costs
 * more than to run it. They look rows up by index; a general plan takes a small table for cheaper
 * to scan, once per row. Writes are refused, since no cache version would be bumped.
 */
const readSession = `set jit = off; set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off; set default_transaction_read_only = on`
/**
 * Beginning of the transaction of a request, which looks rows up by their keys: to plan its
 * statements costs many times what running them costs
 * (docs/decisions/0037-round-trips-of-writes.md).
 */
const beginAct = `begin; set local plan_cache_mode = force_generic_plan;
  set local enable_seqscan = off`
/** A coordinator may write intermediate results for a read. */
const clusterReads = `${clusterReadSession}; set default_transaction_read_only = off`
const namedStatementsMax = 500

/** Time limits of the server, in milliseconds. */
interface DatabaseLimits {
  /** Limit for a statement of GraphQL: contract/leadsql.md §8. */
  readMs: number
  /** Limit for any other statement of a request. */
  statementMs: number
  /** Limit for a wait for a lock, in requests and in the background. */
  lockMs: number
  /** Limit for an idle transaction. */
  idleMs: number
  /** Limit for a statement in the background. */
  workMs: number
  /** The same on a cluster, where a node may be unresponsive. */
  clusterWorkMs: number
}

const standardLimits: DatabaseLimits = {
  readMs: 30_000,
  statementMs: 15_000,
  lockMs: 5_000,
  idleMs: 30_000,
  workMs: 600_000,
  clusterWorkMs: 60_000,
}

/**
 * Maximum number of connections of a process by purpose. Two processes have to fit into the
 * hundred that PostgreSQL allows by default.
 */
export const connectionsMax = { write: 14, work: 6, read: 10, now: 8, admission: 4 }

function writeSession({ lockMs, idleMs }: DatabaseLimits): string {
  return `set jit = off; set lock_timeout = ${lockMs};
    set idle_in_transaction_session_timeout = ${idleMs}`
}

interface PostgresOptions {
  url: string
  /** A replica for reads that may lag. */
  readUrl?: string | undefined
  limits?: Partial<DatabaseLimits>
  onConnectionLost: (error: Error) => void
  /** Tables that cached responses contain; none: there is no cache of this database. */
  shown?: ShownTables | undefined
  /** Placement of its tables on a cluster; none: it never is one. */
  placement?: Placement | undefined
  log?: KyselyConfig['log']
}

/** Opens pools on a PostgreSQL server; connections are made when first needed. */
export function openPostgres<Schema>(options: PostgresOptions): Database<Schema> {
  const { pools, listener, connect, isCluster } = openPools(options)
  const onReserveConnection = async (connection: DatabaseConnection) => {
    if (isCluster()) noteSpread(connection)
  }
  const kyselyOn = (pool: pg.Pool) => {
    const dialect = new PostgresDialect({ pool, onReserveConnection })
    return new Kysely<Schema>({ dialect, log: options.log })
  }
  const [kysely, work] = [kyselyOn(pools.write), kyselyOn(pools.work)]
  const named = new Set<string>()
  const runOn = (client: pg.ClientBase): Run => {
    return async (statement, values) => {
      const { text, name } = statement
      const config = { text, values, rowMode: 'array' as const, name: nameOf(name, named) }
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
  const clock = new DatabaseClock(run(pools.admission))
  return {
    engine: 'postgres',
    readsBehind: options.readUrl !== undefined,
    placement: options.placement ?? null,
    shown: options.shown ?? null,
    get isCluster() {
      return isCluster()
    },
    clock,
    kysely,
    work,
    connection: { url: options.url },
    loads: () => Object.entries(pools).map(([name, pool]) => loadOf(name, pool)),
    run: run(pools.admission),
    read: run(pools.read),
    readNow: run(pools.now),
    listen: (channel, onPayload) => listener.listen(channel, onPayload),
    snapshot: use => readSnapshot(pools.read, client => use(runOn(client))),
    exclusively: use => withExclusiveLock(connect, use),
    unload: use => unload(options, use),
    async close() {
      clock.stop()
      await listener.close()
      await Promise.all([kysely.destroy(), work.destroy()])
      await Promise.all([pools.read.end(), pools.now.end(), pools.admission.end()])
    },
  }
}

/** Opens the pools, and the listener whose heartbeat closes their connections. */
function openPools(asked: PostgresOptions) {
  const { url, readUrl, shown, placement, onConnectionLost, ...options } = asked
  const limits = { ...standardLimits, ...options.limits }
  const versions = shown ? new MarkedDatabase(shown, placement?.shared) : null
  let isCluster = false
  const onCluster = () => {
    isCluster = true
    if (versions) versions.isSpread = true
  }
  const shared: Shared = { versions, onConnectionLost, onCluster }
  const primary = new Connections()
  const replica = readUrl === undefined ? primary : new Connections()
  const onUnresponsive = (error: Error) => primary.closeAll(error)
  const listener = new Listener({ url, onConnectionLost, onUnresponsive })
  // A cluster makes no general plans, and sends its workers the whole text that sets something for
  // a transaction, so `begin` is a statement of its own there.
  const clusterBegin = ['begin', `set local lock_timeout = ${limits.lockMs}`]
  const beginAs = (text: string) => () => (isCluster ? clusterBegin : [text])
  const sessionsFor = (statementMs: number): Sessions => ({
    single: { setup: writeSession(limits), statementMs },
    cluster: { setup: clusterSession, statementMs: Math.min(statementMs, limits.clusterWorkMs) },
  })
  const writing = (max: number, statementMs: number, begin: (() => string[]) | null) => {
    return openPool(url, shared, { ...sessionsFor(statementMs), max, connections: primary, begin })
  }
  const reading = (max: number, statementMs: number, at = url, connections = primary) => {
    const single = { setup: readSession, statementMs }
    const cluster = { setup: clusterReads, statementMs }
    const readers = { ...shared, versions: null }
    return openPool(at, readers, { single, cluster, max, connections, begin: null })
  }
  const pools = {
    write: writing(connectionsMax.write, limits.statementMs, beginAs(beginAct)),
    work: writing(connectionsMax.work, limits.workMs, beginAs('begin')),
    read: reading(connectionsMax.read, limits.readMs, readUrl, replica),
    now: reading(connectionsMax.now, limits.statementMs),
    admission: writing(connectionsMax.admission, limits.lockMs, null),
  }
  for (const pool of Object.values(pools)) pool.on('connect', () => listener.start())
  const connect = () => connectAlone(url, shared, sessionsFor(limits.workMs))
  return { pools, listener, connect, isCluster: () => isCluster }
}

function loadOf(name: string, { totalCount, idleCount, waitingCount }: pg.Pool): PoolLoad {
  return { pool: name, inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

/** Runs work on a connection of its own, alone among all processes and without time limits. */
async function withExclusiveLock<T>(
  connect: () => Promise<pg.Client>,
  use: (script: Script, load: Load) => Promise<T>,
): Promise<T> {
  const client = await connect()
  try {
    return await inTransaction(client, beginUnmarked, async () => {
      await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
      await client.query(`select pg_advisory_xact_lock(${exclusiveLock})`)
      const script = async (text: string) =>
        (await client.query<Row>({ text, rowMode: 'array' })).rows
      return use(script, loadInto(client))
    })
  } finally {
    await client.end()
  }
}

/** Returns the name of a statement, or undefined if too many have one: connections keep plans. */
function nameOf(name: string, named: Set<string>): string | undefined {
  if (named.has(name)) return name
  if (named.size >= namedStatementsMax) return undefined
  named.add(name)
  return name
}

async function readSnapshot<T>(
  pool: pg.Pool,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const begin = 'begin isolation level repeatable read read only'
    return await inTransaction(
      client,
      begin,
      () => use(client),
      failure => (broken = failure),
    )
  } finally {
    client.release(broken)
  }
}

/** @param onBroken is called if the transaction cannot be rolled back */
async function inTransaction<T>(
  client: pg.ClientBase,
  begin: string,
  use: () => Promise<T>,
  onBroken: (failure: Error) => void = () => undefined,
): Promise<T> {
  try {
    await client.query(begin)
    const result = await use()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(onBroken)
    throw error
  }
}
