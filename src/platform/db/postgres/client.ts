import { Socket } from 'node:net'
import pg from 'pg'
import type { VersionedDatabase } from '../cache-tags/bump-versions.ts'
import { isPlanOutdated, recordStatement } from '../failed-statement.ts'
import { currentQueryTimeout, unresponsiveError } from '../query-deadline.ts'
import { recordDriverError } from './driver-errors.ts'
import { type Query, type Result, toQuery } from './query.ts'
import { VersionedConnection } from './version-bump.ts'

export interface ClientConfig extends pg.ClientConfig {
  /** Tables whose writes bump cache versions; null: there is no cache of this database. */
  versionedDatabase: VersionedDatabase | null
  /** Statements that replace a plain `begin`; null: `begin` is sent as it is. */
  begin: string[] | null
  /** Called when a query has exceeded the timeout of the connection, which is then closed. */
  onTimeout: () => void
  connectionTimeoutMillis: number
}

/** SQLSTATE of a statement in a transaction that has failed. */
const transactionAborted = '25P02'
/** Message of the driver's error of a query that has exceeded `query_timeout`. */
const timeoutMessage = 'Query read timeout'

/**
 * Connection that prepares statements with parameters under a name, sends the queries of one event
 * loop turn in one system call, bumps cache versions before a commit, and is closed when a query
 * exceeds its timeout. A transaction begins with its first statement.
 */
export class Client extends pg.Client {
  /** Timeout of a query, in milliseconds; 0: none. */
  queryTimeoutMs: number
  readonly #socket: Socket
  readonly #versioned: VersionedConnection | null
  readonly #beginStatements: string[] | null
  readonly #onTimeout: () => void
  /** Statements of a delayed `begin`, sent before the next statement; null: none is delayed. */
  #delayedBegin: string[] | null = null
  #isCorked = false
  /**
   * Suffix of the names of prepared statements. It is incremented when the prepared statements of
   * the connection have become invalid.
   */
  #generation = 0
  /** First error of the transaction. */
  #firstFailure: unknown = null
  /** True: a response is pending. */
  #isBusy = false
  readonly #readyListeners = new Set<() => void>()

  constructor(config: ClientConfig) {
    const socket = new Socket()
    super({ ...config, stream: () => socket })
    this.#socket = socket
    this.queryTimeoutMs = config.connectionTimeoutMillis
    this.#beginStatements = config.begin
    this.#onTimeout = config.onTimeout
    const send = (query: Query) => this.#sendWithBegin(query)
    const { versionedDatabase } = config
    this.#versioned = versionedDatabase && new VersionedConnection(versionedDatabase, send)
    this.on('drain', () => this.#markReady())
    this.on('end', () => this.#markReady())
  }

  /** Runs a statement. Passes anything else, such as a `COPY` stream, to the driver. */
  override query(...args: unknown[]): never {
    const query = readQuery(args)
    if (query === null) return this.#submit(...args) as never
    const versioned = this.#versioned
    return (versioned === null ? this.#sendWithBegin(query) : versioned.run(query)) as never
  }

  get isReady(): boolean {
    return !this.#isBusy
  }

  /** True if the connection was closed by {@link destroy} or a timeout. */
  get isDestroyed(): boolean {
    return this.#socket.destroyed
  }

  /** Resolves to true if the server is ready, or the connection has ended, within `ms`. */
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

  /** Closes the connection without notice to the server. Pending queries fail. */
  destroy(error: Error): void {
    this.#socket.destroy(error)
  }

  #markReady(): void {
    this.#isBusy = false
    for (const listener of this.#readyListeners) listener()
  }

  /** Sends a statement. A `begin` is delayed until the first statement of its transaction. */
  #sendWithBegin(query: Query): Promise<Result> {
    if (this.#beginStatements === null) return this.#send(query)
    const { text, values } = query
    if (values === undefined) {
      // A script that begins a transaction is sent as it is.
      if (/^begin\b/.test(text) && !text.includes(';')) {
        this.#delayedBegin = text === 'begin' ? this.#beginStatements : [text]
        return Promise.resolve(emptyResult('BEGIN'))
      }
      // The transaction has no statements: neither its `begin` nor its end is sent.
      if (this.#delayedBegin !== null && (text === 'commit' || text === 'rollback')) {
        this.#delayedBegin = null
        return Promise.resolve(emptyResult(text.toUpperCase()))
      }
    }
    this.#cork()
    const begin = this.#delayedBegin
    this.#delayedBegin = null
    // If `begin` fails, the statements after it fail as well.
    for (const text of begin ?? []) this.#send({ text }).catch(() => undefined)
    return this.#send(query)
  }

  /** Buffers writes to the socket until the current callbacks have run. */
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
    if (text.startsWith('begin')) this.#firstFailure = null
    if (name !== undefined && this.#generation > 0) query.name = `${name}_${this.#generation}`
    query.query_timeout = Math.min(this.queryTimeoutMs, currentQueryTimeout())
    try {
      return await new Promise<Result>((resolve, reject) => {
        let isSent = false
        this.#submit(query, (error: Error | null, result: Result) => {
          if (!error) return resolve(result)
          // The driver considers a statement prepared even if it could not send its values.
          if (!isSent) this.#generation++
          reject(this.#toError(error, query))
        })
        isSent = true
      })
    } catch (error) {
      // The stack of the caller is more useful than that of the socket's reader.
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

  /**
   * Converts the error of a statement. "The transaction is aborted" becomes the error that aborted
   * it. Called as soon as a response is read, because promises of pipelined statements may settle
   * in another order.
   */
  #toError(failure: Error, query: Query): unknown {
    const isAborted = (failure as { code?: unknown }).code === transactionAborted
    const error = isAborted ? (this.#firstFailure ?? failure) : this.#closeOnTimeout(failure, query)
    this.#firstFailure = error
    recordStatement(error, query.text)
    recordDriverError(error)
    if (isPlanOutdated(error)) this.#generation++
    return error
  }

  #closeOnTimeout(failure: Error, query: Query): Error {
    if (failure.message !== timeoutMessage) return failure
    const error = unresponsiveError()
    this.destroy(error)
    // A shorter timeout does not mean that other connections are dead.
    if (query.query_timeout === this.queryTimeoutMs) this.#onTimeout()
    return error
  }
}

/** Parses the arguments of `query`; null: they are not a statement, or have a callback. */
function readQuery([query, values, ...furtherArguments]: unknown[]): Query | null {
  if (typeof values === 'function' || furtherArguments.length > 0) return null
  if (typeof query === 'string') return toQuery(query, values as unknown[] | undefined)
  const { text, submit } = (query ?? {}) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && submit === undefined ? (query as Query) : null
}

function emptyResult(command: string): Result {
  return { command, rowCount: null, oid: 0, rows: [], fields: [] }
}
