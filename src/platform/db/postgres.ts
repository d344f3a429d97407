import { Kysely, type KyselyConfig, PostgresDialect } from 'kysely'
import pg from 'pg'
import {
  type Database,
  exclusiveLock,
  type PoolLoad,
  type Row,
  type Run,
  type Statement,
} from './database.ts'
import { listen } from './listen.ts'
import { PlanKeepingClient } from './plan-keeping-client.ts'
import { pgTypes } from './types.ts'

/**
 * Compiled plans are robust whatever their values are, and planning one anew costs more than
 * running it. They look rows up by index; a plan that is general takes a small table for cheaper to
 * scan, once per row. A read that takes 30 s is given up (contract/leadsql.md §8).
 */
const readSession = (limitMs: number) => `set jit = off; set plan_cache_mode = force_generic_plan;
  set enable_seqscan = off;
  set statement_timeout = ${limitMs}`
const readLimitStandardMs = 30_000
const namedStatementsMax = 500

interface PostgresOptions {
  url: string
  /** A replica for reads that may lag. */
  readUrl?: string | undefined
  /** How long a read may take before it is given up. */
  readLimitMs?: number
  onConnectionLost: (error: Error) => void
  log?: KyselyConfig['log']
}

/** Opens pools on a PostgreSQL server; connections are made when first needed. */
export function openPostgres<Schema>(options: PostgresOptions): Database<Schema> {
  const pool = openPool(options.url, options, 'set jit = off')
  const session = readSession(options.readLimitMs ?? readLimitStandardMs)
  const readPool = openPool(options.readUrl ?? options.url, options, session)
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log: options.log })
  const named = new Set<string>()
  const run = (client: pg.Pool | pg.PoolClient): Run => {
    return async (statement, values) => {
      const config = { ...keepable(statement, named), values, rowMode: 'array' as const }
      return (await client.query<Row>(config)).rows
    }
  }
  return {
    engine: 'postgres',
    kysely,
    connection: { url: options.url },
    loads: () => [loadOf('write', pool), loadOf('read', readPool)],
    run: run(pool),
    read: run(readPool),
    listen: (channel, onPayload) => listen(options, channel, onPayload),
    snapshot: use =>
      inTransaction(readPool, 'begin isolation level repeatable read read only', client =>
        use(run(client)),
      ),
    exclusively: use =>
      inTransaction(pool, 'begin', async client => {
        await client.query(`select pg_advisory_xact_lock(${exclusiveLock})`)
        return use(async text => (await client.query<Row>({ text, rowMode: 'array' })).rows)
      }),
    async close() {
      await kysely.destroy()
      await readPool.end()
    },
  }
}

/** `session` is run once on every new connection. */
function openPool(url: string, options: PostgresOptions, session: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: PlanKeepingClient,
    types: pgTypes,
    max: 20,
    connectionTimeoutMillis: 5_000,
    application_name: 'lodgepole',
    async onConnect(client) {
      // The pool listens to idle clients only; the error of a busy one would end the process.
      client.on('error', options.onConnectionLost)
      await client.query(session)
    },
  })
  pool.on('error', options.onConnectionLost)
  return pool
}

function loadOf(name: string, { totalCount, idleCount, waitingCount }: pg.Pool): PoolLoad {
  return { pool: name, inUse: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
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
