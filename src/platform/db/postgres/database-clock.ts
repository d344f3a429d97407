import type { Clock } from '../../clock.ts'
import type { Run } from '../database.ts'

/** Where a process reads its own time, both in milliseconds; tests shift one against the other. */
export interface ProcessTime {
  /** Since 1970. Somebody may set it. */
  wall(): number
  /** Since whenever. It only goes on, but may stand still while the machine sleeps. */
  monotonic(): number
}

const processTime: ProcessTime = {
  wall: () => Date.now(),
  monotonic: () => performance.now(),
}

const measuredEveryMs = 10_000
const againAfterMs = 1_000
/** By so much the two may part until somebody has set the clock, or the machine has slept. */
const jumpMs = 500

const statement = {
  name: 'database_time',
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8',
}

/**
 * The time of the database, which all processes on it have in common: docs/decisions/0023. Between
 * measurements it goes on by a clock that nobody can set.
 */
export class DatabaseClock implements Clock {
  readonly #run: Run
  readonly #time: ProcessTime
  /** What the database's time is ahead of the monotonic one; null: not known yet. */
  #aheadMs: number | null = null
  /** What the wall clock was ahead of the monotonic one at the last measurement. */
  #wallAheadMs = 0
  #measuring: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(run: Run, time: ProcessTime = processTime) {
    this.#run = run
    this.#time = time
  }

  /** Until it was measured, it is the time of the process. */
  now(): Date {
    if (this.#aheadMs === null) return new Date(this.#time.wall())
    if (Math.abs(this.#wallAhead() - this.#wallAheadMs) > jumpMs) this.#measureLater(0)
    return new Date(this.#aheadMs + this.#time.monotonic())
  }

  /** Measures it now, and again regularly. @throws Error when the database cannot be asked */
  settled(): Promise<void> {
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
    // Also if the answer does not come: a jump is a reason to ask once, not to ask incessantly.
    this.#wallAheadMs = this.#wallAhead()
    try {
      const asked = this.#time.monotonic()
      const [[time] = []] = await this.#run(statement, [])
      this.#correct(Number(time), asked, this.#time.monotonic())
      this.#measureLater(measuredEveryMs)
    } catch (error) {
      this.#measureLater(againAfterMs)
      throw error
    }
  }

  /**
   * The answer was made at some time between the two: no more than that is known to be wrong. What
   * is not known is taken for the earliest, so that nothing ends before the database says so.
   */
  #correct(time: number, asked: number, answered: number): void {
    const [least, most] = [time - answered, time - asked]
    this.#aheadMs = Math.min(Math.max(this.#aheadMs ?? least, least), most)
  }

  #measureLater(ms: number): void {
    if (this.#isStopped || (ms === 0 && this.#measuring !== null)) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.settled().catch(() => undefined), ms)
    this.#timer.unref()
  }

  #wallAhead(): number {
    return this.#time.wall() - this.#time.monotonic()
  }
}
