import { type DatabaseConnection, Kysely, type KyselyConfig, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { clusterReadSession, clusterSession } from './citus/cluster.ts'
import type { Placement } from './citus/placement.ts'
import { loadInto, unload } from './copies/postgres-copies.ts'
import {
  type Database,
  exclusiveLock,
  type Load,
  type PoolLoad,
  type Row,
  type Run,
  type Script,
  type Statement,
} from './database.ts'
import { noteSpread } from './gathered/spread.ts'
import { beginUnmarked, MarkedDatabase, type ShownTables } from './marks/marking.ts'
import { DatabaseClock } from './postgres/database-clock.ts'
import { type Gathering, withoutGathering } from './postgres/gathering-client.ts'
import { listen } from './postgres/listen.ts'
import { Lookout } from './postgres/lookout.ts'
import { withoutLimit } from './postgres/watched-client.ts'
import { openWatchedPool, type Sessions } from './postgres/watched-pool.ts'

/**
 * Compiled plans are robust whatever their values are, and planning one anew costs more than
 * running it. They look rows up by index; a plan that is general takes a small table for cheaper to
 * scan, once per row.
 */
const readSession = `set jit = off; set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off`
/**
 * Acts look rows up by their keys, like compiled plans: to plan a statement of an act anew costs
 * many times what running it costs (docs/decisions/0037-round-trips-of-writes.md).
 */
const beginAct = `begin; set local plan_cache_mode = force_generic_plan;
  set local enable_seqscan = off`
const namedStatementsMax = 500

/** How long a connection may be taken up, in milliseconds. */
export interface DatabaseLimits {
  /** By a statement of GraphQL: contract/leadsql.md §8. */
  readMs: number
  /** By any other statement of a request. */
  statementMs: number
  /** By a wait for a lock, in requests and in the background. */
  lockMs: number
  /** By a transaction that does nothing. */
  idleMs: number
  /** By a statement in the background. */
  workMs: number
  /** By one on a cluster, which may wait for a node that is there and says nothing. */
  spreadWorkMs: number
}

const standardLimits: DatabaseLimits = {
  readMs: 30_000,
  statementMs: 15_000,
  lockMs: 5_000,
  idleMs: 30_000,
  workMs: 600_000,
  spreadWorkMs: 60_000,
}

/**
 * Connections of a process, by what they are for: none of it takes those of another. Two processes
 * have to fit into the hundred that PostgreSQL allows by itself.
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
  /** What kept answers show of tables; none: nobody keeps answers of this database. */
  shown?: ShownTables | undefined
  /** Where its tables go on a cluster; none: it is never to be one. */
  placement?: Placement | undefined
  log?: KyselyConfig['log']
}

/** Opens pools on a PostgreSQL server; connections are made when first needed. */
export function openPostgres<Schema>(options: PostgresOptions): Database<Schema> {
  const { pools, isCluster, close } = openPools(options)
  const onReserveConnection = async (connection: DatabaseConnection) => {
    if (isCluster()) noteSpread(connection)
  }
  const kyselyOn = (pool: pg.Pool) => {
    const dialect = new PostgresDialect({ pool, onReserveConnection })
    return new Kysely<Schema>({ dialect, log: options.log })
  }
  const [kysely, work] = [kyselyOn(pools.write), kyselyOn(pools.work)]
  const named = new Set<string>()
  const runOn = (client: pg.PoolClient): Run => {
    return async (statement, values) => {
      const config = { ...keepable(statement, named), values, rowMode: 'array' as const }
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
    listen: (channel, onPayload) => listen(options, channel, onPayload),
    snapshot: use =>
      inTransaction(pools.read, 'begin isolation level repeatable read read only', client =>
        use(runOn(client)),
      ),
    exclusively: use => inTransaction(pools.work, beginUnmarked, client => alone(client, use)),
    unload: use => unload(options, use),
    async close() {
      clock.stop()
      await Promise.all([kysely.destroy(), work.destroy()])
      await Promise.all([pools.read.end(), pools.now.end(), pools.admission.end()])
      close()
    },
  }
}

/** Its connections, whether they have found a cluster, and what ends whoever watches them. */
function openPools(asked: PostgresOptions) {
  const { url, readUrl, shown, placement, onConnectionLost, ...options } = asked
  const limits = { ...standardLimits, ...options.limits }
  const lookouts = new Map<string, Lookout>()
  const marked = shown ? new MarkedDatabase(shown, placement?.shared) : null
  let isCluster = false
  const onCluster = () => {
    isCluster = true
    if (marked) marked.isSpread = true
  }
  // A cluster makes no general plans, and has its workers told what a transaction sets for itself.
  // They are told the whole text that sets it, so no `begin` is in that.
  const beginSpread = ['begin', `set local lock_timeout = ${limits.lockMs}`]
  const plain = { begin: () => (isCluster ? beginSpread : ['begin']) }
  const acting = { begin: () => (isCluster ? beginSpread : [beginAct]) }
  const open = (
    max: number,
    sessions: Sessions,
    { at = url, gathering = null }: { at?: string | undefined; gathering?: Gathering | null } = {},
  ) => {
    const lookout = lookouts.get(at) ?? new Lookout(at)
    lookouts.set(at, lookout)
    const told = { onConnectionLost, onCluster }
    return openWatchedPool(at, { max, ...sessions, lookout, marked, gathering, ...told })
  }
  const write = writeSession(limits)
  const writing = (max: number, aloneMs: number, gathering: Gathering | null = null) => {
    const spreadMs = Math.min(aloneMs, limits.spreadWorkMs)
    const alone = { session: write, limitMs: aloneMs }
    return open(
      max,
      { alone, spread: { session: clusterSession, limitMs: spreadMs } },
      { gathering },
    )
  }
  const reading = (max: number, limitMs: number, at = url) => {
    const alone = { session: readSession, limitMs }
    return open(max, { alone, spread: { session: clusterReadSession, limitMs } }, { at })
  }
  const pools = {
    write: writing(connectionsMax.write, limits.statementMs, acting),
    work: writing(connectionsMax.work, limits.workMs, plain),
    read: reading(connectionsMax.read, limits.readMs, readUrl),
    now: reading(connectionsMax.now, limits.statementMs),
    admission: writing(connectionsMax.admission, limits.lockMs),
  }
  const close = () => {
    for (const lookout of lookouts.values()) lookout.close()
  }
  return { pools, isCluster: () => isCluster, close }
}

function loadOf(name: string, { totalCount, idleCount, waitingCount }: pg.Pool): PoolLoad {
  return { pool: name, inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

async function alone<T>(
  client: pg.PoolClient,
  use: (script: Script, load: Load) => Promise<T>,
): Promise<T> {
  const [gatherAgain, limitAgain] = [withoutGathering(client), withoutLimit(client)]
  try {
    await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
    await client.query(`select pg_advisory_xact_lock(${exclusiveLock})`)
    const script = async (text: string) =>
      (await client.query<Row>({ text, rowMode: 'array' })).rows
    return await use(script, loadInto(client))
  } finally {
    gatherAgain()
    limitAgain()
  }
}

/** Every connection keeps each named plan, so their number is bounded; further ones go unnamed. */
function keepable(statement: Statement, named: Set<string>): { text: string; name?: string } {
  if (!named.has(statement.name)) {
    if (named.size >= namedStatementsMax) return { text: statement.text }
    named.add(statement.name)
  }
  return statement
}

async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  use: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await use(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
