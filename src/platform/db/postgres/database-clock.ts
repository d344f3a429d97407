import type { Clock } from '../../clock.ts'
import type { Run } from '../statements.ts'

/** Clocks of a process, both in milliseconds. Tests shift one against the other. */
export interface ProcessTime {
  /** Milliseconds since 1970. Users may set this clock. */
  wall(): number
  /**
   * Milliseconds since an arbitrary time. Never goes back, but may stop while the machine sleeps.
   */
  monotonic(): number
}

const processTime: ProcessTime = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
}

const measureIntervalMs = 10_000
const retryMs = 1_000
/**
 * Minimum change of the difference between both clocks that means that one was set, or that the
 * machine has slept.
 */
const jumpMs = 500

const timeStatement = {
  name: 'database_time',
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8',
}

/**
 * Clock of the database, which all its processes share: docs/decisions/0023. Between measurements
 * it advances with the monotonic clock.
 */
export class DatabaseClock implements Clock {
  readonly #run: Run
  readonly #time: ProcessTime
  /**
   * Difference between the time of the database and the monotonic clock; null: not measured yet.
   */
  #offsetMs: number | null = null
  /** Difference between the wall clock and the monotonic clock at the last measurement. */
  #wallOffsetMs = 0
  #measuring: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(run: Run, time: ProcessTime = processTime) {
    this.#run = run
    this.#time = time
  }

  /** Returns the time of the database; before the first measurement, that of the process. */
  now(): Date {
    if (this.#offsetMs === null) return new Date(this.#time.wall())
    if (Math.abs(this.#measureWallOffset() - this.#wallOffsetMs) > jumpMs)
      this.#scheduleMeasurement(0)
    return new Date(this.#offsetMs + this.#time.monotonic())
  }

  /**
   * Measures the time now, and again regularly.
   *
   * @throws Error if the database is unavailable
   */
  synchronize(): Promise<void> {
    this.#measuring ??= this.#measure().finally(() => {
      this.#measuring = null
    })
    return this.#measuring
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #measure(): Promise<void> {
    clearTimeout(this.#timer)
    // Set even if the query fails, so that a jump of the clock causes one query, not one per call.
    this.#wallOffsetMs = this.#measureWallOffset()
    try {
      const startedAt = this.#time.monotonic()
      const [[time] = []] = await this.#run(timeStatement, [])
      this.#correct(Number(time), startedAt, this.#time.monotonic())
      this.#scheduleMeasurement(measureIntervalMs)
    } catch (error) {
      this.#scheduleMeasurement(retryMs)
      throw error
    }
  }

  /**
   * Corrects the time only if it is outside of the possible range: the database read its clock
   * between the start and the end of the query. Unknown parts count as the earliest time, so that
   * nothing expires before it does in the database.
   */
  #correct(time: number, startedAt: number, endedAt: number): void {
    const [minMs, maxMs] = [time - endedAt, time - startedAt]
    this.#offsetMs = Math.min(Math.max(this.#offsetMs ?? minMs, minMs), maxMs)
  }

  #scheduleMeasurement(ms: number): void {
    // A running measurement covers the jump that asks for one at once.
    if (this.#isStopped || (ms === 0 && this.#measuring !== null)) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.synchronize().catch(() => undefined), ms)
    this.#timer.unref()
  }

  #measureWallOffset(): number {
    return this.#time.wall() - this.#time.monotonic()
  }
}
