/** Mutex whose background callers wait while other callers do. */
import { OperatorError } from '../operator-error.ts'

/**
 * Pause of background callers while others wait: a multiple of the time for which the last one held
 * the mutex, which leaves them a third of the time, and its maximum in milliseconds.
 */
const pause = { factor: 2, msMax: 1_000 }

interface MutexLimits {
  /** Maximum number of waiting callers, and of milliseconds for which one waits. */
  waitingMax: number
  waitMs: number
}

interface BackgroundWaiter {
  since: number
  begin: () => void
}

/** Error of a caller beyond the limits of a mutex. */
export class MutexLimitError extends OperatorError {}

/**
 * Mutex of two queues, each in order of arrival. A background caller gets the mutex if no other
 * caller waits, and otherwise after a pause, so that it neither delays the others much nor waits
 * forever. The limits do not apply to background callers, which are as many as there are workers.
 */
export class PriorityMutex {
  readonly #limits: MutexLimits
  /** Functions that pass the mutex to waiting callers. */
  readonly #waiting: (() => void)[] = []
  readonly #background: BackgroundWaiter[] = []
  #isLocked = false
  /** End of the last use by a background caller, and its duration in milliseconds. */
  #lastBackground = { endedAt: 0, heldMs: 0 }

  constructor(limits: MutexLimits) {
    this.#limits = limits
  }

  /** Number of callers that hold the mutex or wait for it. */
  get callers(): number {
    return Number(this.#isLocked) + this.#waiting.length + this.#background.length
  }

  /**
   * Waits for the mutex.
   *
   * @returns a function that releases it, to be called once
   * @throws MutexLimitError if too many callers wait, or after the timeout
   */
  async acquire({ isBackground = false } = {}): Promise<() => void> {
    if (this.#isLocked) await (isBackground ? this.#waitInBackground() : this.#wait())
    this.#isLocked = true
    if (!isBackground) return () => this.#release()
    const startedAt = performance.now()
    return () => {
      const endedAt = performance.now()
      this.#lastBackground = { endedAt, heldMs: endedAt - startedAt }
      this.#release()
    }
  }

  #waitInBackground(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#background.push({ since: performance.now(), begin: resolve })
    return promise
  }

  #wait(): Promise<void> {
    const { waitingMax, waitMs } = this.#limits
    if (this.#waiting.length >= waitingMax) throw new MutexLimitError('Too many callers wait')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const expire = () => {
      this.#waiting.splice(this.#waiting.indexOf(begin), 1)
      reject(new MutexLimitError(`Waited for ${waitMs} ms`))
    }
    const timer = waitMs === Infinity ? undefined : setTimeout(expire, waitMs)
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    this.#waiting.push(begin)
    return promise
  }

  /** Passes the mutex on. It remains locked until no caller waits. */
  #release(): void {
    const begin = this.#isBackgroundNext() ? this.#background.shift()!.begin : this.#waiting.shift()
    if (begin) begin()
    else this.#isLocked = false
  }

  #isBackgroundNext(): boolean {
    const [first] = this.#background
    if (first === undefined || this.#waiting.length === 0) return first !== undefined
    const { endedAt, heldMs } = this.#lastBackground
    const pauseMs = Math.min(heldMs * pause.factor, pause.msMax)
    return performance.now() - Math.max(first.since, endedAt) >= pauseMs
  }
}
