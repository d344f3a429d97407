import pg from 'pg'
import { OperatorError } from '../../operator-error.ts'
import type { VersionedDatabase } from '../cache-tags/bump-versions.ts'
import { unresponsiveError } from '../query-deadline.ts'
import { pgTypes } from '../type-parsers.ts'
import { Client, type ClientConfig } from './client.ts'
import { recordDriverError } from './driver-errors.ts'

export interface Session {
  /** Statements to run once. */
  setup: string
  /** Timeout of a statement on the server, in milliseconds. */
  statementMs: number
}

/** Callbacks and settings shared by all connections of a process. */
export interface PoolContext {
  versionedDatabase: VersionedDatabase | null
  onConnectionLost: (error: Error) => void
}

interface PoolOptions extends Session {
  max: number
  /** Connections to the same server. */
  connections: Connections
  begin: string[] | null
}

/** Timeout of opening a connection, and of waiting for one, in milliseconds. */
export const connectMs = 3_000
/** Milliseconds that a client waits after the server's statement timeout. */
const graceMs = 3_000
/** Value of `queryTimeoutMs` without a timeout of the client. */
const noTimeout = 0
/** Timeout for a released connection to become ready, in milliseconds. */
const readyMs = 250

/** Open connections to one server. All are closed if it is unresponsive. */
export class Connections {
  readonly #all = new Set<Client>()
  readonly #idle = new Set<Client>()

  track(pool: pg.Pool): void {
    pool.on('connect', client => this.#all.add(asClient(client)))
    pool.on('acquire', client => this.#idle.delete(asClient(client)))
    pool.on('release', (_error, client) => this.#idle.add(asClient(client)))
    pool.on('remove', client => {
      this.#all.delete(asClient(client))
      this.#idle.delete(asClient(client))
    })
  }

  closeAll(error: Error): void {
    for (const client of this.#all) client.destroy(error)
  }

  /** Closes idle connections: if one connection is dead, they may be dead as well. */
  closeIdle(): void {
    for (const client of this.#idle) client.destroy(unresponsiveError())
  }
}

/** Opens a pool of connections with query timeouts on the server and in the client. */
export function openPool(url: string, context: PoolContext, options: PoolOptions): pg.Pool {
  const { max, connections, begin } = options
  const pool = new Pool({
    ...clientConfig(url, context, { onTimeout: () => connections.closeIdle(), begin }),
    Client: Client as unknown as new () => Client,
    max,
    // A connection that is not in use does not keep the process running.
    allowExitOnIdle: true,
    onConnect: client => prepareSession(asClient(client), options, context),
  } as pg.PoolConfig)
  pool.on('error', context.onConnectionLost)
  connections.track(pool)
  return pool
}

/** Opens a connection outside of the pools, for work of any duration such as `COPY`. */
export async function connectSeparately(
  url: string,
  context: PoolContext,
  session: Session,
): Promise<Client> {
  const options = { onTimeout: () => undefined, begin: null }
  const config = clientConfig(url, { ...context, versionedDatabase: null }, options)
  const client = new Client({ ...config, pipeline: false })
  try {
    await client.connect()
    await prepareSession(client, session, context)
  } catch (error) {
    await client.end()
    throw error
  }
  // The client's timeout of its session is for short statements only.
  client.queryTimeoutMs = noTimeout
  return client
}

function clientConfig(
  url: string,
  { versionedDatabase }: PoolContext,
  { onTimeout, begin }: Pick<ClientConfig, 'onTimeout' | 'begin'>,
): ClientConfig {
  return {
    connectionString: url,
    application_name: 'lodgepole',
    types: pgTypes,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // In pipeline mode, the driver also closes a connection after a timeout.
    pipeline: true,
    versionedDatabase,
    begin,
    onTimeout,
  }
}

async function prepareSession(
  client: Client,
  { setup, statementMs }: Session,
  { onConnectionLost }: PoolContext,
): Promise<void> {
  // A pool listens to idle clients only; an error of a busy one would end the process.
  client.on('error', onConnectionLost)
  await client.query(`${setup}; set statement_timeout = ${statementMs}`)
  client.queryTimeoutMs = statementMs + graceMs
}

/** Casts a connection to the class that all pools create. */
function asClient(client: pg.ClientBase): Client {
  return client as unknown as Client
}

/** Pool that reuses a connection only when its server is ready for a query: docs/decisions/0087. */
class Pool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(use: Parameters<pg.Pool['connect']>[0]): void
  override connect(use?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    if (use === undefined) return this.#connect()
    super.connect(use)
    return undefined
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      const client = await super.connect()
      const { release } = client
      client.release = error => releaseWhenReady(asClient(client), release, error)
      return client
    } catch (error) {
      recordDriverError(error)
      throw error
    }
  }
}

function releaseWhenReady(
  client: Client,
  release: pg.PoolClient['release'],
  error: Error | boolean | undefined,
): void {
  // `true` removes the connection from the pool.
  if (error || client.isDestroyed) release(error || true)
  else if (client.isReady) release()
  else {
    void client.readyWithin(readyMs).then(isReady => {
      if (!isReady)
        client.destroy(new OperatorError('The connection is not ready for another statement'))
      release(client.isDestroyed)
    })
  }
}
