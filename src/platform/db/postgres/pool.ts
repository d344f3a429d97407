import pg from 'pg'
import { isClusterSql } from '../citus/cluster.ts'
import type { MarkedDatabase } from '../marks/marking.ts'
import { pgTypes } from '../parsers.ts'
import { unresponsive } from '../query-deadline.ts'
import { Client, type ClientConfig } from './client.ts'
import { noteDriverError } from './driver-errors.ts'

/** Settings of a session. */
interface Session {
  /** Statements that are run once. */
  setup: string
  /** Limit of the server for a statement, in milliseconds. */
  statementMs: number
}

/** Sessions of the connections of a pool. */
export interface Sessions {
  /** First one of every connection. */
  single: Session
  /** Second one, if the server is the coordinator of a cluster. */
  cluster: Session
}

/** Callbacks and settings that the connections of a process have in common. */
export interface Shared {
  versions: MarkedDatabase | null
  onConnectionLost: (error: Error) => void
  /** Called for each new connection to a cluster, before its first use. */
  onCluster: () => void
}

interface PoolOptions extends Sessions {
  max: number
  /** Connections to the same server. */
  connections: Connections
  begin: (() => string[]) | null
}

/** Time limit for a connection to be made, and for a request to get one, in milliseconds. */
const connectMs = 3_000
/** Time of the client beyond the limit of the server for a statement, in milliseconds. */
const graceMs = 3_000
/** Time limit for a released connection to become ready for a query, in milliseconds. */
const readyMs = 250

/** Open connections to one server. If it does not respond, all of them are closed. */
export class Connections {
  readonly #all = new Set<Client>()
  readonly #idle = new Set<Client>()

  /** Adds the connections that a pool makes. */
  observe(pool: pg.Pool): void {
    pool.on('connect', client => this.#all.add(asOurs(client)))
    pool.on('acquire', client => this.#idle.delete(asOurs(client)))
    pool.on('release', (_error, client) => this.#idle.add(asOurs(client)))
    pool.on('remove', client => {
      this.#all.delete(asOurs(client))
      this.#idle.delete(asOurs(client))
    })
  }

  closeAll(error: Error): void {
    for (const client of this.#all) client.destroy(error)
  }

  /** Closes the unused ones: if one connection is dead, they may be, too. */
  closeIdle(): void {
    for (const client of this.#idle) client.destroy(unresponsive())
  }
}

/** Opens a pool of connections whose queries end on both sides. */
export function openPool(url: string, shared: Shared, options: PoolOptions): pg.Pool {
  const { max, single, cluster, connections, begin } = options
  const pool = new Pool({
    ...configOf(url, shared, () => connections.closeIdle(), begin),
    Client: Client as unknown as new () => Client,
    max,
    // A connection that is not in use does not keep the process running.
    allowExitOnIdle: true,
    onConnect: client => prepareSession(asOurs(client), { single, cluster }, shared),
  } as pg.PoolConfig)
  pool.on('error', shared.onConnectionLost)
  connections.observe(pool)
  return pool
}

/** Opens a connection of its own for work that may take any time, such as `COPY`. */
export async function connectAlone(
  url: string,
  shared: Shared,
  sessions: Sessions,
): Promise<Client> {
  const config = configOf(url, { ...shared, versions: null }, () => undefined, null)
  const client = new Client({ ...config, pipeline: false })
  try {
    await client.connect()
    await prepareSession(client, sessions, shared)
  } catch (error) {
    await client.end()
    throw error
  }
  client.queryTimeoutMs = 0
  return client
}

function configOf(
  url: string,
  { versions }: Shared,
  onTimeout: () => void,
  begin: (() => string[]) | null,
): ClientConfig {
  return {
    connectionString: url,
    application_name: 'lodgepole',
    types: pgTypes,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // Besides sending without waiting, the driver then closes a connection after a timeout.
    pipeline: true,
    versions,
    begin,
    onTimeout,
  }
}

async function prepareSession(
  client: Client,
  { single, cluster }: Sessions,
  { onConnectionLost, onCluster }: Shared,
): Promise<void> {
  // A pool listens to idle clients only; the error of a busy one would end the process.
  client.on('error', onConnectionLost)
  const results: unknown = await client.query(
    `${textOf(single)}; select ${isClusterSql} as "isCluster"`,
  )
  client.queryTimeoutMs = single.statementMs + graceMs
  const [row] = (results as pg.QueryResult<{ isCluster: boolean }>[]).at(-1)!.rows
  if (!row!.isCluster) return
  await client.query(textOf(cluster))
  client.queryTimeoutMs = cluster.statementMs + graceMs
  client.isCluster = true
  onCluster()
}

/** Returns a connection as the class that all pools make. */
function asOurs(client: pg.ClientBase): Client {
  return client as unknown as Client
}

function textOf({ setup, statementMs }: Session): string {
  return `${setup}; set statement_timeout = ${statementMs}`
}

/** A pool that reuses a connection only when its server is ready for a query: decision 0087. */
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
      client.release = error => releaseWhenReady(asOurs(client), release, error)
      return client
    } catch (error) {
      noteDriverError(error)
      throw error
    }
  }
}

function releaseWhenReady(
  client: Client,
  release: pg.PoolClient['release'],
  error: Error | boolean | undefined,
): void {
  if (error || client.isDestroyed) release(error || true)
  else if (client.isReady) release()
  else {
    void client.readyWithin(readyMs).then(isReady => {
      if (!isReady) client.destroy(new Error('The connection is not ready for another statement'))
      release(client.isDestroyed)
    })
  }
}
