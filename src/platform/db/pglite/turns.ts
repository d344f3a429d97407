/** The one connection of an embedded database, and the turns that callers take on it. */
import { E_TIMEOUT, Mutex, type MutexInterface, withTimeout } from 'async-mutex'
import { limitReached } from '../../limits/reached.ts'
import { noting } from '../failed-statement.ts'
import { beginUnmarked, MarkedDatabase, Marking, type ShownTables } from '../marks/marking.ts'
import type { DiskRoom } from './disk-room.ts'
import { connectionLost, type Engine, idleTooLong } from './engine/engine.ts'
import type { Result } from './engine/request.ts'
import { Writing } from './writing.ts'

interface TurnOptions {
  /** How long each statement may take, in milliseconds; none: as long as it likes. */
  statementMs?: number | undefined
  /** How long a transaction may do nothing before it is rolled back; none: as long as it likes. */
  idleMs?: number | undefined
}

/** Limits of the queue for the connection. */
export interface WaitLimits {
  waitingMax?: number | undefined
  waitMs?: number | undefined
}

/** Lets one caller at a time use an engine, for a statement or for a whole transaction. */
export class Turns {
  readonly #engine: Engine
  readonly #mutex = new Mutex()
  readonly #queue: MutexInterface
  readonly #waitingMax: number
  #present = 0
  #busyMs = 0
  #busySince: number | null = null
  readonly #marked: MarkedDatabase | null
  readonly #writing: Writing

  /**
   * @param shown the tables whose answers are cached; none: no answers are
   * @param room of the disk; none: all is in memory
   */
  constructor(
    engine: Engine,
    limits: WaitLimits,
    { shown, room }: { shown?: ShownTables | undefined; room?: DiskRoom | undefined } = {},
  ) {
    this.#engine = engine
    this.#writing = new Writing(engine, room)
    this.#marked = shown ? new MarkedDatabase(shown) : null
    const { waitingMax = Infinity, waitMs } = limits
    this.#waitingMax = waitingMax
    this.#queue = waitMs === undefined ? this.#mutex : withTimeout(this.#mutex, waitMs)
  }

  /** How many have their turn or wait for it. */
  get present(): number {
    return this.#present
  }

  /** How long somebody has had the connection since it was opened, in milliseconds. */
  get busyMs(): number {
    const since = this.#busySince
    return this.#busyMs + (since === null ? 0 : performance.now() - since)
  }

  /**
   * Waits for a turn, which its taker ends.
   *
   * @throws Error that says that the database is away, if it takes too long
   */
  async take(options: TurnOptions = {}): Promise<Turn> {
    const leave = await this.#enter()
    const marking = this.#marked === null ? null : new Marking(this.#marked)
    return new Turn({ engine: this.#engine, writing: this.#writing, leave, options, marking })
  }

  /**
   * Locks the connection.
   *
   * @returns a function that unlocks it, to be called once
   * @throws Error with the SQLSTATE of a server that has no connection left, beyond the limits
   */
  async #enter(): Promise<() => void> {
    const isLocked = this.#mutex.isLocked()
    if (isLocked && this.#present > this.#waitingMax) throw busy()
    this.#present++
    try {
      // A timer for each statement costs more than the lock.
      const release = await (isLocked ? this.#queue : this.#mutex).acquire()
      this.#busySince = performance.now()
      return () => this.#leave(release)
    } catch (error) {
      this.#present--
      throw error === E_TIMEOUT ? busy() : error
    }
  }

  #leave(release: () => void): void {
    this.#busyMs = this.busyMs
    this.#busySince = null
    this.#present--
    release()
  }

  /** Uses a turn and ends it. */
  async use<T>(options: TurnOptions, use: (turn: Turn) => Promise<T>): Promise<T> {
    const turn = await this.take(options)
    try {
      return await use(turn)
    } finally {
      turn.end()
    }
  }

  /** Uses a turn for one transaction. */
  transaction<T>(begin: string, options: TurnOptions, use: (turn: Turn) => Promise<T>): Promise<T> {
    return this.use(options, async turn => {
      turn.begin(begin)
      try {
        const result = await use(turn)
        await turn.commit()
        return result
      } catch (error) {
        await turn.rollback()
        throw error
      }
    })
  }
}

interface TurnParts {
  engine: Engine
  writing: Writing
  leave(): void
  options: TurnOptions
  marking: Marking | null
}

/** The time in which one caller has the connection. */
export class Turn {
  readonly #engine: Engine
  readonly #leave: () => void
  readonly #options: TurnOptions
  /** What begins a transaction, until the first statement of it. */
  #begin: string | undefined
  /** The session of the engine in which a transaction was begun. */
  #session: number | null = null
  #idle: NodeJS.Timeout | undefined
  #isIdleTooLong = false
  #isBegun = false
  #marking: Marking | null
  readonly #writing: Writing

  constructor({ engine, writing, leave, options, marking }: TurnParts) {
    this.#engine = engine
    this.#writing = writing
    this.#leave = leave
    this.#options = options
    this.#marking = marking
  }

  /**
   * One statement, or without values a script: the results of all its statements.
   *
   * @param input what `COPY` reads from `/dev/blob`
   */
  async ask(
    text: string,
    values: unknown[] | undefined,
    asArrays: boolean,
    input?: Uint8Array<ArrayBuffer>,
  ): Promise<Result[]> {
    if (!this.#marking?.concerns(text)) return this.#send(text, values, asArrays, input)
    const isAlone = this.#session === null && this.#begin === undefined
    // A script may begin and end transactions by itself: then what it has written is told after it.
    if (isAlone && values !== undefined) this.#begin = 'begin'
    try {
      const results = await this.#send(text, values, asArrays, input)
      this.#marking.note(text, values ?? [], results.at(-1)?.affectedRows)
      if (isAlone) await this.#endTransaction('commit')
      return results
    } catch (error) {
      if (isAlone) await this.rollback()
      throw error
    }
  }

  async #send(
    text: string,
    values: unknown[] | undefined,
    asArrays: boolean,
    input?: Uint8Array<ArrayBuffer>,
  ): Promise<Result[]> {
    if (this.#isIdleTooLong) throw idleTooLong()
    if (this.#isLost()) throw connectionLost()
    clearTimeout(this.#idle)
    if (!this.#isBegun) await this.#writing.follow()
    this.#isBegun = true
    this.#writing.check(text)
    const begin = this.#begin
    if (begin !== undefined) this.#session = this.#engine.session
    this.#begin = undefined
    const request = { text, values, asArrays, begin, input }
    return noting(text, () => this.#writing.ask(request, this.#options.statementMs)).finally(() =>
      this.#watchIdle(),
    )
  }

  /** Has the next statement begin a transaction. */
  begin(text: string): void {
    this.#begin = text
    if (text === beginUnmarked) this.#marking = null
  }

  async commit(): Promise<void> {
    await this.#endTransaction('commit')
  }

  /** What was lost with its session has been rolled back. */
  async rollback(): Promise<void> {
    if (!this.#isLost() && !this.#isIdleTooLong) await this.#endTransaction('rollback')
  }

  end(): void {
    clearTimeout(this.#idle)
    if (!this.#isIdleTooLong) this.#leave()
  }

  /** Nobody else gets a turn while a transaction is open, so one that was forgotten is ended. */
  #watchIdle(): void {
    const { idleMs } = this.#options
    if (idleMs === undefined || this.#session === null) return
    this.#idle = setTimeout(async () => {
      this.#isIdleTooLong = true
      limitReached('database_idle')
      await this.#engine.ask({ text: 'rollback', values: [], asArrays: true }).catch(() => [])
      this.#leave()
    }, idleMs)
  }

  #isLost(): boolean {
    return this.#session !== null && this.#session !== this.#engine.session
  }

  async #endTransaction(text: string): Promise<void> {
    const isBegun = this.#session !== null
    this.#begin = undefined
    const advance = text === 'commit' ? this.#marking?.takeAdvance() : null
    this.#marking?.clear()
    if (advance) {
      const [advanced] = await this.#send(advance.text, advance.values, true)
      if (isBegun) await this.#send(text, [], true)
      this.#marking!.advanced(advanced!.rows.map(row => String((row as unknown[])[0])))
    } else if (isBegun) await this.#send(text, [], true)
    this.#session = null
    clearTimeout(this.#idle)
  }
}

const tooManyConnections = '53300'

function busy(): Error {
  return Object.assign(new Error('Too many requests wait for the embedded database; retry later'), {
    code: tooManyConnections,
  })
}
