import { ApiError } from '../errors.ts'
import { type LimitName, limitReached } from './reached.ts'

interface Turns {
  limit: LimitName
  /** How many work at once, of all owners and of each. */
  atOnce: number
  eachAtOnce?: number
  /** How many may wait, of all owners and of each; none: as many as come. */
  waitingMax?: number
  eachWaitingMax?: number
  /** Whether a newcomer takes a place of the owner with the most waiting when all are taken. */
  displaces?: boolean
  /** How long anybody may wait; none: until it is his turn. */
  waitMs?: number
  /** What a refused caller is told to wait, in seconds. */
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
 * Lets some work at once and the others wait, owner by owner in turn: who asks a thousand times
 * waits behind those who ask once.
 */
export class FairTurns {
  readonly limit: LimitName
  readonly #turns: Required<Turns>
  /** In the order of their next turn. */
  readonly #owners = new Map<string, Owner>()
  #running = 0
  #waiting = 0

  constructor(turns: Turns) {
    const { atOnce } = turns
    const most = Infinity
    const unbounded = { waitingMax: most, eachWaitingMax: most, waitMs: most, retryAfter: 1 }
    this.#turns = { ...unbounded, eachAtOnce: atOnce, displaces: false, ...turns }
    this.limit = turns.limit
  }

  get load(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting }
  }

  /**
   * Does the work when it is the owner's turn.
   *
   * @throws ApiError SERVICE_UNAVAILABLE with `Retry-After` when too many wait already
   */
  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(owner)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /**
   * Waits for a turn.
   *
   * @returns what ends the turn; it is called once
   * @throws ApiError SERVICE_UNAVAILABLE with `Retry-After` when too many wait already
   */
  async enter(name: string): Promise<() => void> {
    const owner = this.#owners.get(name) ?? { running: 0, waiting: [] }
    const { waitingMax, eachWaitingMax } = this.#turns
    if (this.#mayRun(owner)) {
      this.#start(name, owner)
    } else {
      if (owner.waiting.length >= eachWaitingMax) throw this.#full()
      if (this.#waiting >= waitingMax && !this.#displaced(owner)) throw this.#full()
      await this.#wait(name, owner)
    }
    return () => this.#end(name, owner)
  }

  #wait(name: string, owner: Owner): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter = { begin: resolve, refuse: () => reject(this.#full()) }
    owner.waiting.push(waiter)
    this.#owners.set(name, owner)
    this.#waiting++
    const { waitMs } = this.#turns
    if (waitMs === Infinity) return promise
    const timer = setTimeout(() => {
      owner.waiting.splice(owner.waiting.indexOf(waiter), 1)
      this.#waiting--
      if (owner.running === 0 && owner.waiting.length === 0) this.#owners.delete(name)
      reject(this.#full())
    }, waitMs)
    return promise.finally(() => clearTimeout(timer))
  }

  /** Refuses the last of the owner with the most waiting, if the newcomer has fewer. */
  #displaced({ waiting }: Owner): boolean {
    if (!this.#turns.displaces) return false
    let longest = waiting
    for (const owner of this.#owners.values()) {
      if (owner.waiting.length > longest.length) longest = owner.waiting
    }
    if (longest.length <= waiting.length + 1) return false
    longest.pop()!.refuse()
    this.#waiting--
    return true
  }

  #mayRun({ running }: Owner): boolean {
    return this.#running < this.#turns.atOnce && running < this.#turns.eachAtOnce
  }

  #start(name: string, owner: Owner): void {
    this.#running++
    owner.running++
    this.#goLast(name, owner)
  }

  /** Whoever had a turn goes behind all others, also those who came meanwhile. */
  #goLast(name: string, owner: Owner): void {
    this.#owners.delete(name)
    if (owner.running > 0 || owner.waiting.length > 0) this.#owners.set(name, owner)
  }

  #end(name: string, owner: Owner): void {
    this.#running--
    owner.running--
    this.#goLast(name, owner)
    for (const [next, candidate] of this.#owners) {
      if (this.#running >= this.#turns.atOnce) return
      if (candidate.waiting.length === 0 || !this.#mayRun(candidate)) continue
      this.#waiting--
      this.#start(next, candidate)
      candidate.waiting.shift()!.begin()
      return
    }
  }

  #full(): ApiError {
    limitReached(this.limit)
    return new ApiError(
      'SERVICE_UNAVAILABLE',
      'Too many concurrent requests of this kind; retry later',
      {
        headers: { 'retry-after': String(this.#turns.retryAfter) },
      },
    )
  }
}
