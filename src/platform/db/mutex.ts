/** How long others may wait for their turn, and how many. */
export interface WaitLimits {
  waitingMax?: number | undefined
  waitMs?: number | undefined
}

interface Waiting {
  admit(): void
  refuse(): void
}

/** Lets one holder through at a time, in order of arrival. */
export class Mutex {
  readonly #limits: Required<WaitLimits>
  readonly #waiting = new Set<Waiting>()
  #isHeld = false
  #busyMs = 0
  #busySince = 0

  constructor({ waitingMax = Infinity, waitMs = Infinity }: WaitLimits = {}) {
    this.#limits = { waitingMax, waitMs }
  }

  /** How many are inside or wait. */
  get present(): number {
    return Number(this.#isHeld) + this.#waiting.size
  }

  /** How long somebody has been inside since it was made, in milliseconds. */
  get busyMs(): number {
    return this.#busyMs + (this.#isHeld ? performance.now() - this.#busySince : 0)
  }

  /**
   * Waits for the turn; the answer gives it up again.
   *
   * @throws Error with the SQLSTATE of a server that has no connection left, beyond the limits
   */
  async enter(): Promise<() => void> {
    if (this.#isHeld) await this.#wait()
    else {
      this.#isHeld = true
      this.#busySince = performance.now()
    }
    let isInside = true
    return () => {
      if (isInside) this.#leave()
      isInside = false
    }
  }

  #wait(): Promise<void> {
    const { waitingMax, waitMs } = this.#limits
    if (this.#waiting.size >= waitingMax) return Promise.reject(busy())
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = waitMs === Infinity ? undefined : setTimeout(() => waiting.refuse(), waitMs)
    const waiting: Waiting = {
      admit: () => {
        clearTimeout(timer)
        resolve()
      },
      refuse: () => {
        this.#waiting.delete(waiting)
        reject(busy())
      },
    }
    this.#waiting.add(waiting)
    return promise
  }

  #leave(): void {
    const [next] = this.#waiting
    if (next) {
      this.#waiting.delete(next)
      next.admit()
    } else {
      this.#isHeld = false
      this.#busyMs += performance.now() - this.#busySince
    }
  }
}

const tooManyConnections = '53300'

function busy(): Error {
  return Object.assign(new Error('Too many requests wait for the embedded database; retry later'), {
    code: tooManyConnections,
  })
}
