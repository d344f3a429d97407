import { ApiError } from '../errors.ts'
import { type LimitName, limitReached } from './limit-metrics.ts'

interface SemaphoreOptions {
  limit: LimitName
  /** Maximum number of concurrent callers, in total and per owner. */
  atOnce: number
  eachAtOnce?: number
  /** Maximum number of waiting callers, in total and per owner; default: unlimited. */
  waitingMax?: number
  eachWaitingMax?: number
  /**
   * True: when the queue is full, a new caller may evict a waiting caller of the owner with the
   * most.
   */
  displaces?: boolean
  /** Maximum wait in milliseconds; default: unlimited. */
  waitMs?: number
  /** Value of `Retry-After`, in seconds. */
  retryAfter?: number
}

interface Owner {
  running: number
  waiting: Waiter[]
}

interface Waiter {
  begin(): void
  refuse(): void
}

/**
 * Semaphore with fair queueing: callers above the limit wait, and owners get slots in rotation. An
 * owner with a thousand waiting callers does not delay one with a single caller.
 */
export class FairSemaphore {
  readonly limit: LimitName
  readonly #options: Required<SemaphoreOptions>
  /** Owners in the order of their next slot. */
  readonly #owners = new Map<string, Owner>()
  #running = 0
  #waiting = 0

  constructor(options: SemaphoreOptions) {
    const { atOnce } = options
    const unbounded = { waitingMax: Infinity, eachWaitingMax: Infinity, waitMs: Infinity }
    this.#options = {
      ...unbounded,
      retryAfter: 1,
      eachAtOnce: atOnce,
      displaces: false,
      ...options,
    }
    this.limit = options.limit
  }

  get options(): Readonly<Required<SemaphoreOptions>> {
    return this.#options
  }

  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting }
  }

  /**
   * Runs work when the owner gets a slot.
   *
   * @throws ApiError SERVICE_UNAVAILABLE with `Retry-After` when too many callers wait
   */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(owner)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /**
   * Waits for a slot.
   *
   * @returns a function that releases the slot, to be called once
   * @throws ApiError SERVICE_UNAVAILABLE with `Retry-After` when too many callers wait
   */
  async acquire(ownerName: string): Promise<() => void> {
    const owner = this.#owners.get(ownerName) ?? { running: 0, waiting: [] }
    const { waitingMax, eachWaitingMax } = this.#options
    if (this.#mayRun(owner)) {
      this.#start(ownerName, owner)
    } else {
      if (owner.waiting.length >= eachWaitingMax) throw this.#toError()
      if (this.#waiting >= waitingMax && !this.#evictWaiter(owner)) throw this.#toError()
      await this.#wait(ownerName, owner)
    }
    return () => this.#end(ownerName, owner)
  }

  #wait(ownerName: string, owner: Owner): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { begin: resolve, refuse: () => reject(this.#toError()) }
    owner.waiting.push(waiter)
    this.#owners.set(ownerName, owner)
    this.#waiting++
    const { waitMs } = this.#options
    if (waitMs === Infinity) return promise
    const timer = setTimeout(() => {
      owner.waiting.splice(owner.waiting.indexOf(waiter), 1)
      this.#waiting--
      if (owner.running === 0 && owner.waiting.length === 0) this.#owners.delete(ownerName)
      reject(this.#toError())
    }, waitMs)
    return promise.finally(() => clearTimeout(timer))
  }

  /**
   * Rejects the last waiting caller of the owner with the most, if the owner of the new caller has
   * fewer.
   */
  #evictWaiter({ waiting }: Owner): boolean {
    if (!this.#options.displaces) return false
    let longest = waiting
    for (const owner of this.#owners.values()) {
      if (owner.waiting.length > longest.length) longest = owner.waiting
    }
    // Otherwise the owner of the new caller would then have the most.
    if (longest.length <= waiting.length + 1) return false
    longest.pop()!.refuse()
    this.#waiting--
    return true
  }

  #mayRun({ running }: Owner): boolean {
    return this.#running < this.#options.atOnce && running < this.#options.eachAtOnce
  }

  #start(ownerName: string, owner: Owner): void {
    this.#running++
    owner.running++
    this.#moveToEnd(ownerName, owner)
  }

  #moveToEnd(ownerName: string, owner: Owner): void {
    // Owners without callers are forgotten.
    this.#owners.delete(ownerName)
    if (owner.running > 0 || owner.waiting.length > 0) this.#owners.set(ownerName, owner)
  }

  #end(ownerName: string, owner: Owner): void {
    this.#running--
    owner.running--
    this.#moveToEnd(ownerName, owner)
    // One slot was released, so at most one waiting caller starts.
    for (const [candidateName, candidate] of this.#owners) {
      if (this.#running >= this.#options.atOnce) return
      if (candidate.waiting.length === 0 || !this.#mayRun(candidate)) continue
      this.#waiting--
      this.#start(candidateName, candidate)
      candidate.waiting.shift()!.begin()
      return
    }
  }

  #toError(): ApiError {
    limitReached(this.limit)
    return new ApiError(
      'SERVICE_UNAVAILABLE',
      'Too many concurrent requests of this kind; retry later',
      {
        headers: { 'retry-after': String(this.#options.retryAfter) },
      },
    )
  }
}
