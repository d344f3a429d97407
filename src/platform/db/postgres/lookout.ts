import type { Socket } from 'node:net'
import pg from 'pg'
import { isClusterSql } from '../citus/cluster.ts'
import type { Activity } from '../patience.ts'

const limitMs = 1_000
/** Nobody has looked for so long: the connection is closed. */
const idleMs = 5_000

/**
 * A backend that waits for its client has said all, or has not heard all. That of a cluster's
 * coordinator seems to read from its client while it waits for a worker.
 */
const statement = `select pid, wait_event_type = 'Lock' as "isLocked",
    extract(epoch from clock_timestamp() - query_start)::float8 * 1000 as ms
  from pg_stat_activity
  where datname = current_database() and state = 'active'
    and (wait_event_type is distinct from 'Client'
      or wait_event = 'ClientRead' and ${isClusterSql})`

/** A backend at work. */
interface Busy {
  pid: number
  isLocked: boolean
  /** For how long. */
  ms: number
}

type Seen = ReadonlyMap<number, Busy>

/**
 * Sees what the server is at, by a connection of its own that is made when there is a reason to
 * look: a statement whose answer does not come is slow, or its connection is dead.
 */
export class Lookout {
  /** Connections to the server that nobody uses, of all pools. */
  readonly unused = new Set<pg.ClientBase>()
  readonly #url: string
  #client: pg.Client | null = null
  #looking: Promise<Seen> | null = null
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(url: string) {
    this.#url = url
  }

  /**
   * What a backend is at by now; one look may be for several who ask meanwhile.
   *
   * @param limitMs for how long it may be at it
   * @throws Error when the server does not answer at once
   */
  async activityOf(pid: number, limitMs: number): Promise<Activity> {
    // What is being looked at began before: it may not know what was asked since.
    await this.#looking
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null
    })
    const busy = (await this.#looking).get(pid)
    if (!busy) return null
    if (busy.ms > limitMs) return 'overdue'
    return busy.isLocked ? 'locked' : 'working'
  }

  /** What one connection was found to be, the others would have to be found one by one. */
  giveUpUnused(error: Error): void {
    for (const client of this.unused) destroy(client, error)
  }

  close(): void {
    this.#isClosed = true
    this.#drop()
  }

  async #look(): Promise<Seen> {
    clearTimeout(this.#timer)
    const late = setTimeout(() => this.#drop(), limitMs)
    try {
      const client = await this.#connected()
      const { rows } = await client.query<Busy>(statement)
      return new Map(rows.map(busy => [busy.pid, busy]))
    } catch (error) {
      this.#drop()
      throw error
    } finally {
      clearTimeout(late)
      if (this.#client) this.#timer = setTimeout(() => this.#drop(), idleMs).unref()
    }
  }

  async #connected(): Promise<pg.Client> {
    if (this.#isClosed) throw new Error('The database is closed')
    if (this.#client) return this.#client
    const application_name = 'lodgepole monitor'
    const client = new pg.Client({ connectionString: this.#url, application_name })
    client.on('error', () => this.#client === client && this.#drop())
    this.#client = client
    await client.connect()
    return client
  }

  #drop(): void {
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = null
    if (client) destroy(client, new Error('The server does not respond'))
  }
}

/** Ends a connection without a word to the other side, which may not listen. */
export function destroy(client: pg.ClientBase, error: Error): void {
  streamOf(client).destroy(error)
}

/** The socket of a connection, which the library keeps to itself. */
export function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}
