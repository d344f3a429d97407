import pg from 'pg'
import { isClusterSql } from '../citus/cluster.ts'
import type { MarkedDatabase } from '../marks/marking.ts'
import { pgTypes } from '../parsers.ts'
import { isSilence, patience } from '../patience.ts'
import { noteDriverError } from './driver-errors.ts'
import type { Gathering } from './gathering-client.ts'
import { destroy, type Lookout } from './lookout.ts'
import { watchedBy } from './marked-client.ts'
import type { WatchedClient } from './watched-client.ts'

/** How a connection is made ready. */
export interface Sessions {
  /** On every new connection. */
  alone: Session
  /** After that, where the database is that of a cluster. */
  spread: Session
}

interface Session {
  /** Statements that are run once. */
  session: string
  /** How long a statement may take from then on, in milliseconds. */
  limitMs: number
}

interface PoolOptions extends Sessions {
  max: number
  lookout: Lookout
  /** Null: nobody keeps answers of this database. */
  marked: MarkedDatabase | null
  /** Null: its connections wait for each answer. */
  gathering?: Gathering | null
  onConnectionLost: (error: Error) => void
  /** Is told by every new connection to a cluster, before anything is asked there. */
  onCluster: () => void
}

/** What a new connection says of itself and of its database. */
interface Found {
  pid: number
  isCluster: boolean
}

/** How long a new connection, or a free one, is waited for. */
const connectMs = 3_000

/** A pool of connections for which nobody waits longer than the database is worth. */
export function openWatchedPool(url: string, options: PoolOptions): pg.Pool {
  const { max, alone, spread, lookout, marked, gathering = null } = options
  const { onConnectionLost, onCluster } = options
  const { unused } = lookout
  const pool = new PatientPool({
    connectionString: url,
    Client: watchedBy(lookout, marked, gathering),
    pipeline: gathering !== null,
    types: pgTypes,
    max,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    // What a process is there for holds it: a connection that nobody uses does not.
    allowExitOnIdle: true,
    application_name: 'lodgepole',
    async onConnect(client) {
      // The pool listens to idle clients only; the error of a busy one would end the process.
      client.on('error', error => {
        unused.delete(client)
        if (isSilence(error)) lookout.giveUpUnused(error)
        onConnectionLost(error)
      })
      const watched = client as WatchedClient
      const results: unknown = await client.query(`${textOf(alone)};
        select pg_backend_pid() as pid, ${isClusterSql} as "isCluster"`)
      const [row] = (results as pg.QueryResult<Found>[]).at(-1)!.rows
      watched.pid = row!.pid
      watched.limitMs = alone.limitMs
      if (!row!.isCluster) return
      await client.query(textOf(spread))
      watched.limitMs = spread.limitMs
      watched.isSpread = true
      onCluster()
    },
  })
  pool.on('error', onConnectionLost)
  pool.on('acquire', client => unused.delete(client))
  pool.on('release', (_error, client) => unused.add(client))
  pool.on('remove', client => unused.delete(client))
  return pool
}

function textOf({ session, limitMs }: Session): string {
  return `${session}; set statement_timeout = ${limitMs}`
}

/** Time limit for a released connection to become ready for a query. */
const readyMs = 250

/** A pool that gives a connection on only when the server is ready for a query there. */
class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(use: Parameters<pg.Pool['connect']>[0]): void
  override connect(use?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | undefined {
    if (use) {
      super.connect(use)
      return
    }
    const connecting = super.connect()
    connecting.catch(noteDriverError)
    const connected = connecting.then(releasedWhenReady)
    return patience().forTurn(connected, client => client.release())
  }
}

function releasedWhenReady(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client)
  const watched = client as pg.PoolClient & WatchedClient
  client.release = error => {
    if (error || watched.isReady) return release(error)
    void watched.readyWithin(readyMs).then(isReady => {
      if (isReady) return release()
      const late = new Error('The connection is not ready for another statement')
      destroy(watched, late)
      release(late)
    })
  }
  return client
}
