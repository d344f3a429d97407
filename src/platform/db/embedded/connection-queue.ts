/** Single connection of an embedded database, and the queue of callers for it. */
import { MutexLimitError, PriorityMutex } from '../../concurrency/priority-mutex.ts'
import { limitReached } from '../../limits/limit-metrics.ts'
import { OperatorError } from '../../operator-error.ts'
import {
  beginUnversioned,
  type CachedTables,
  VersionBumper,
  VersionedDatabase,
} from '../cache-tags/bump-versions.ts'
import { recordFailure } from '../failed-statement.ts'
import { type DiskMonitor, WriteGuard } from './disk-monitor.ts'
import { connectionLostError, type Engine, idleTimeoutError } from './engine/engine.ts'
import type { Request, Result } from './engine/request.ts'

export interface LeaseOptions {
  /** True: background work, which waits while requests do. */
  isBackground?: boolean | undefined
  /** Timeout of each statement in milliseconds; undefined: none. */
  statementMs?: number | undefined
  /** Time after which an idle transaction is rolled back, in milliseconds; undefined: never. */
  idleMs?: number | undefined
}

/** Options of a query, as those of {@link Request}. */
type QueryOptions = Pick<Request, 'asArrays' | 'input'>

export interface WaitLimits {
  waitingMax?: number | undefined
  waitMs?: number | undefined
}

/** Queue that gives the engine to one caller at a time, for a statement or a transaction. */
export class ConnectionQueue {
  readonly #engine: Engine
  readonly #mutex: PriorityMutex
  #busyMs = 0
  /** Time since which the connection is held; null: it is free. */
  #busySince: number | null = null
  readonly #versioned: VersionedDatabase | null
  readonly #writeGuard: WriteGuard

  /**
   * @param cachedTables tables by their effect on cached responses; undefined: no cache
   * @param room of the disk; undefined: the database is in memory
   */
  constructor(
    engine: Engine,
    limits: WaitLimits,
    {
      cachedTables,
      room,
    }: { cachedTables?: CachedTables | undefined; room?: DiskMonitor | undefined } = {},
  ) {
    this.#engine = engine
    this.#writeGuard = new WriteGuard(engine, room)
    this.#versioned = cachedTables ? new VersionedDatabase(cachedTables) : null
    const { waitingMax = Infinity, waitMs = Infinity } = limits
    this.#mutex = new PriorityMutex({ waitingMax, waitMs })
  }

  /** Number of callers that hold the connection or wait for it. */
  get callers(): number {
    return this.#mutex.callers
  }

  /** Total time for which the connection was held since it was opened, in milliseconds. */
  get busyMs(): number {
    const since = this.#busySince
    return this.#busyMs + (since === null ? 0 : performance.now() - since)
  }

  /**
   * Waits for the connection. The caller releases it with {@link ConnectionLease.end}.
   *
   * @throws Error like that of a server without a free connection, after the timeout
   */
  async acquire(options: LeaseOptions = {}): Promise<ConnectionLease> {
    const release = await this.#lock(options)
    const versionBumper = this.#versioned === null ? null : new VersionBumper(this.#versioned)
    return new ConnectionLease({
      engine: this.#engine,
      writeGuard: this.#writeGuard,
      release,
      options,
      versionBumper,
    })
  }

  /**
   * Locks the connection.
   *
   * @returns a function that unlocks it, to be called once
   * @throws Error with the SQLSTATE of a server that has no free connection, beyond the limits
   */
  async #lock(options: LeaseOptions): Promise<() => void> {
    try {
      const release = await this.#mutex.acquire(options)
      this.#busySince = performance.now()
      return () => this.#unlock(release)
    } catch (error) {
      throw error instanceof MutexLimitError ? tooManyWaitingError() : error
    }
  }

  #unlock(release: () => void): void {
    // The getter includes the time since the connection was locked.
    this.#busyMs = this.busyMs
    this.#busySince = null
    release()
  }

  async use<T>(
    options: LeaseOptions,
    callback: (lease: ConnectionLease) => Promise<T>,
  ): Promise<T> {
    const lease = await this.acquire(options)
    try {
      return await callback(lease)
    } finally {
      lease.end()
    }
  }

  transaction<T>(
    begin: string,
    options: LeaseOptions,
    callback: (lease: ConnectionLease) => Promise<T>,
  ): Promise<T> {
    return this.use(options, async lease => {
      lease.begin(begin)
      try {
        const result = await callback(lease)
        await lease.commit()
        return result
      } catch (error) {
        await lease.rollback()
        throw error
      }
    })
  }
}

interface LeaseDependencies {
  engine: Engine
  writeGuard: WriteGuard
  release(): void
  options: LeaseOptions
  versionBumper: VersionBumper | null
}

/** Exclusive use of the connection by one caller, until it is ended. */
export class ConnectionLease {
  readonly #engine: Engine
  readonly #release: () => void
  readonly #options: LeaseOptions
  /** Statement that begins the transaction, sent before its first statement. */
  #begin: string | undefined
  /** Session of the engine in which the transaction was begun. */
  #session: number | null = null
  #idleTimer: NodeJS.Timeout | undefined
  /** True: the idle timeout has rolled back the transaction and released the connection. */
  #isIdleTooLong = false
  #hasSent = false
  #versionBumper: VersionBumper | null
  readonly #writeGuard: WriteGuard

  constructor({ engine, writeGuard, release, options, versionBumper }: LeaseDependencies) {
    this.#engine = engine
    this.#writeGuard = writeGuard
    this.#release = release
    this.#options = options
    this.#versionBumper = versionBumper
  }

  /** Runs one statement, or without values a script. Returns the results of all statements. */
  async query(
    text: string,
    values: unknown[] | undefined,
    options: QueryOptions,
  ): Promise<Result[]> {
    if (!this.#versionBumper?.affectsCache(text)) return this.#send(text, values, options)
    const isOutsideTransaction = this.#session === null && this.#begin === undefined
    // A write and its bump are one transaction. A script, which may begin and end transactions
    // itself, is bumped after it.
    if (isOutsideTransaction && values !== undefined) this.#begin = 'begin'
    try {
      const results = await this.#send(text, values, options)
      this.#versionBumper.record(text, values ?? [], results.at(-1)?.affectedRows)
      if (isOutsideTransaction) await this.#endTransaction('commit')
      return results
    } catch (error) {
      if (isOutsideTransaction) await this.rollback()
      throw error
    }
  }

  async #send(
    text: string,
    values: unknown[] | undefined,
    { asArrays, input }: QueryOptions,
  ): Promise<Result[]> {
    if (this.#isIdleTooLong) throw idleTimeoutError()
    if (this.#isLost()) throw connectionLostError()
    clearTimeout(this.#idleTimer)
    // Before the first statement no transaction is open, as the guard requires.
    if (!this.#hasSent) await this.#writeGuard.update()
    this.#hasSent = true
    this.#writeGuard.check(text)
    const begin = this.#begin
    if (begin !== undefined) this.#session = this.#engine.session
    this.#begin = undefined
    const request = { text, values, asArrays, begin, input }
    return recordFailure(text, () =>
      this.#writeGuard.run(request, this.#options.statementMs),
    ).finally(() => this.#startIdleTimer())
  }

  /** Makes the next statement begin a transaction. */
  begin(text: string): void {
    this.#begin = text
    if (text === beginUnversioned) this.#versionBumper = null
  }

  async commit(): Promise<void> {
    await this.#endTransaction('commit')
  }

  /** Rolls back, unless the transaction was lost with its session. */
  async rollback(): Promise<void> {
    if (!this.#isLost() && !this.#isIdleTooLong) await this.#endTransaction('rollback')
  }

  end(): void {
    clearTimeout(this.#idleTimer)
    if (!this.#isIdleTooLong) this.#release()
  }

  /** Rolls back an idle transaction after the timeout, so that other callers get the connection. */
  #startIdleTimer(): void {
    const { idleMs } = this.#options
    if (idleMs === undefined || this.#session === null) return
    this.#idleTimer = setTimeout(async () => {
      this.#isIdleTooLong = true
      limitReached('database_idle')
      await this.#engine.run({ text: 'rollback', values: [], asArrays: true }).catch(() => [])
      this.#release()
    }, idleMs)
  }

  /** Returns whether the transaction was lost when the engine restarted. */
  #isLost(): boolean {
    return this.#session !== null && this.#session !== this.#engine.session
  }

  async #endTransaction(command: 'commit' | 'rollback'): Promise<void> {
    // `begin` is sent with the first statement, so an empty transaction has nothing to end.
    const isBegun = this.#session !== null
    this.#begin = undefined
    const bump = command === 'commit' ? this.#versionBumper?.takeSingleBump() : null
    this.#versionBumper?.clear()
    if (bump) {
      // After a script, no transaction is open, and the bump commits itself.
      const [bumpResult] = await this.#send(bump.text, bump.values, { asArrays: true })
      if (isBegun) await this.#send(command, [], { asArrays: true })
      this.#versionBumper!.addAgencies(bumpResult!.rows.map(row => String((row as unknown[])[0])))
    } else if (isBegun) await this.#send(command, [], { asArrays: true })
    this.#session = null
    clearTimeout(this.#idleTimer)
  }
}

const tooManyConnections = '53300'

function tooManyWaitingError(): Error {
  return Object.assign(
    new OperatorError('Too many requests wait for the embedded database; retry later'),
    {
      code: tooManyConnections,
    },
  )
}
