import { Socket } from 'node:net'
import pg from 'pg'
import { isOutlived, noteStatement } from '../failed-statement.ts'
import type { MarkedDatabase } from '../marks/marking.ts'
import { currentQueryTimeout, unresponsive } from '../query-deadline.ts'
import { noteDriverError } from './driver-errors.ts'
import { type Query, queryOf, type Result } from './query.ts'
import { VersionBump } from './version-bump.ts'

/** Configuration of a connection. */
export interface ClientConfig extends pg.ClientConfig {
  /** Cache versions that its writes bump; null: there is no cache of this database. */
  versions: MarkedDatabase | null
  /** Returns the statements that a plain `begin` is sent as; null: `begin` is sent as it is. */
  begin: (() => string[]) | null
  /** Called when a query has exceeded the timeout of the connection, which is closed then. */
  onTimeout: () => void
  connectionTimeoutMillis: number
}

/** SQLSTATE of a statement in a transaction that has failed. */
const transactionAborted = '25P02'
/** Message of the driver's error of a query that has exceeded `query_timeout`. */
const timeoutMessage = 'Query read timeout'

/**
 * A connection that prepares statements with parameters under a name, sends the queries of one
 * turn of the event loop by one system call, bumps cache versions before a commit, and is closed
 * when a query exceeds its timeout. A transaction begins with its first statement.
 */
export class Client extends pg.Client {
  /** Time limit of a query, in milliseconds; 0: none. */
  queryTimeoutMs: number
  /** True if the server is the coordinator of a cluster. */
  isCluster = false
  readonly #socket: Socket
  readonly #versions: VersionBump | null
  readonly #beginTexts: (() => string[]) | null
  readonly #onTimeout: () => void
  /** Statements of a `begin` that is sent with the next statement. */
  #begin: string[] | null = null
  #isCorked = false
  /** Part of the names of prepared statements; raised when those on the connection are invalid. */
  #generation = 0
  /** First error of the transaction. */
  #failure: unknown = null
  #isBusy = false
  readonly #readyListeners = new Set<() => void>()

  constructor(config: ClientConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.#socket = socket
    this.queryTimeoutMs = config.connectionTimeoutMillis
    this.#beginTexts = config.begin
    this.#onTimeout = config.onTimeout
    const send = (query: Query) => this.#queue(query)
    this.#versions = config.versions && new VersionBump(config.versions, send)
    this.on('drain', () => this.#ready())
    this.on('end', () => this.#ready())
  }

  /** Runs a statement; what is no statement, such as `COPY` as a stream, goes to the driver. */
  override query(...args: unknown[]): never {
    const query = readQuery(args)
    if (query === null) return this.#submit(...args) as never
    const versions = this.#versions
    return (versions === null ? this.#queue(query) : versions.run(query)) as never
  }

  /** Returns whether the server is ready for a query, after all that was sent. */
  get isReady(): boolean {
    return !this.#isBusy
  }

  /** Returns whether the connection was closed by {@link destroy}, or by a timeout. */
  get isDestroyed(): boolean {
    return this.#socket.destroyed
  }

  /** Returns whether the server is ready, or the connection has ended, within `ms`. */
  readyWithin(ms: number): Promise<boolean> {
    if (this.isReady) return Promise.resolve(true)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const listener = () => resolve(true)
    this.#readyListeners.add(listener)
    const timer = setTimeout(() => resolve(false), ms)
    return promise.finally(() => {
      clearTimeout(timer)
      this.#readyListeners.delete(listener)
    })
  }

  /** Closes the connection without notice to the server; unanswered queries fail. */
  destroy(error: Error): void {
    this.#socket.destroy(error)
  }

  #ready(): void {
    this.#isBusy = false
    for (const listener of this.#readyListeners) listener()
  }

  /** Sends a statement; `begin` waits for the first statement of its transaction. */
  #queue(query: Query): Promise<Result> {
    if (this.#beginTexts === null) return this.#send(query)
    const { text, values } = query
    if (values === undefined) {
      if (/^begin\b/.test(text) && !text.includes(';')) {
        this.#begin = text === 'begin' ? this.#beginTexts() : [text]
        return Promise.resolve(nothing('BEGIN'))
      }
      if (this.#begin !== null && (text === 'commit' || text === 'rollback')) {
        this.#begin = null
        return Promise.resolve(nothing(text.toUpperCase()))
      }
    }
    this.#cork()
    const begin = this.#begin
    this.#begin = null
    // If `begin` fails, the statements behind it fail as well.
    for (const text of begin ?? []) this.#send({ text }).catch(() => undefined)
    return this.#send(query)
  }

  /** Buffers what is written until all callbacks that are ready to run have run. */
  #cork(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    this.#socket.cork()
    process.nextTick(() => {
      this.#isCorked = false
      this.#socket.uncork()
    })
  }

  async #send(query: Query): Promise<Result> {
    const { text, name } = query
    if (text.startsWith('begin')) this.#failure = null
    if (name !== undefined && this.#generation > 0) query.name = `${name}_${this.#generation}`
    query.query_timeout = this.#timeoutMs()
    try {
      return await new Promise<Result>((resolve, reject) => {
        let isSent = false
        this.#submit(query, (error: Error | null, result: Result) => {
          if (!error) return resolve(result)
          // The driver takes a statement for prepared whose values it could not send.
          if (!isSent) this.#generation++
          reject(this.#errorOf(error, query))
        })
        isSent = true
      })
    } catch (error) {
      // The stack of the caller is of more use than that of the socket's reader.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  #submit(...args: unknown[]): unknown {
    const wasBusy = this.#isBusy
    this.#isBusy = true
    try {
      return (super.query as (...args: unknown[]) => unknown).apply(this, args)
    } catch (error) {
      this.#isBusy = wasBusy
      throw error
    }
  }

  #timeoutMs(): number {
    if (!this.isCluster || this.queryTimeoutMs === 0) return this.queryTimeoutMs
    return Math.min(this.queryTimeoutMs, currentQueryTimeout())
  }

  /**
   * Returns the error that a statement fails with: instead of "the transaction is aborted" the one
   * that has aborted it. Called as soon as a response is read, because promises of pipelined
   * statements may be settled in another order.
   */
  #errorOf(failure: Error, query: Query): unknown {
    const isAborted = (failure as { code?: unknown }).code === transactionAborted
    const error = isAborted ? (this.#failure ?? failure) : this.#timedOut(failure, query)
    this.#failure = error
    noteStatement(error, query.text)
    noteDriverError(error)
    if (isOutlived(error)) this.#generation++
    return error
  }

  /** Closes the connection if a query has timed out. */
  #timedOut(failure: Error, query: Query): Error {
    if (failure.message !== timeoutMessage) return failure
    const error = unresponsive()
    this.destroy(error)
    // A shorter timeout does not mean that other connections are dead.
    if (query.query_timeout === this.queryTimeoutMs) this.#onTimeout()
    return error
  }
}

/** Returns null if the arguments are no statement, or have a callback. */
function readQuery([query, values, ...others]: unknown[]): Query | null {
  if (typeof values === 'function' || others.length > 0) return null
  if (typeof query === 'string') return queryOf(query, values as unknown[] | undefined)
  const { text, submit } = (query ?? {}) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && submit === undefined ? (query as Query) : null
}

function nothing(command: string): Result {
  return { command, rowCount: null, oid: 0, rows: [], fields: [] }
}
