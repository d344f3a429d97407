/**
 * The claimed deliveries of a process: those that are under way, and those that wait for a place.
 * A destination that answers soon has more claimed than may be under way, so that none of its
 * attempts waits for the commit of what became of those before (decision 12).
 */
import type { Attempt } from '../../../platform/http/http-client.ts'
import { AttemptLimits } from './attempt-limits.ts'
import { type Ahead, perDestinationMax } from './claim-deliveries.sql.ts'
import type { Claimed } from './claim-deliveries.ts'

interface QueueOptions {
  /** Attempts at once. */
  slots: number
  /** Makes an attempt, whatever becomes of it. */
  make(delivery: Claimed): Promise<Attempt>
  /** Is told when it is over, and something else may have begun. */
  ended(delivery: Claimed): void
  /** Takes what is not to be attempted now. */
  release(delivery: Claimed): void
}

interface Waiting {
  delivery: Claimed
  /** From when on its claim may end before its attempt does, in milliseconds. */
  startBy: number
}

/** For how long a destination is claimed ahead, as fast as it is, and how many at most. */
const aheadMs = 1_000
const aheadMax = 200
/** Destinations whose pace is remembered. */
const pacesMax = 2_000

export class AttemptQueue {
  readonly #options: QueueOptions
  readonly #limits = new AttemptLimits()
  readonly #running = new Set<Promise<void>>()
  /** By destination. */
  readonly #waiting = new Map<string, Waiting[]>()
  /** Milliseconds of an attempt, by agency and destination. */
  readonly #paces = new Map<string, Map<string, number>>()
  #paceCount = 0

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** Attempts under way. */
  get running(): ReadonlySet<Promise<void>> {
    return this.#running
  }

  /** How many deliveries of an agency wait for a place. */
  waitingIn(agencyUid: string): number {
    let count = 0
    for (const line of this.#waiting.values()) {
      for (const { delivery } of line) if (delivery.agency_uid === agencyUid) count += 1
    }
    return count
  }

  /** How many deliveries may be claimed of the destinations of an agency that answer soon. */
  aheadIn(agencyUid: string): Ahead[] {
    const paces = this.#paces.get(agencyUid) ?? new Map<string, number>()
    return Array.from(paces, ([destination, ms]) => {
      const most = Math.min(aheadMax, Math.floor((perDestinationMax * aheadMs) / Math.max(ms, 1)))
      return { destination, most }
    }).filter(({ most }) => most > perDestinationMax)
  }

  /** Begins an attempt, or has it wait for a place behind others of its destination. */
  put(delivery: Claimed, startBy: number): void {
    const { destination } = delivery
    const line = this.#waiting.get(destination) ?? []
    line.push({ delivery, startBy })
    this.#waiting.set(destination, line)
    this.#beginNext(destination)
  }

  /** Gives back all that waits. */
  clear(): void {
    for (const destination of [...this.#waiting.keys()]) this.#giveBack(destination)
  }

  #beginNext(destination: string): void {
    const line = this.#waiting.get(destination) ?? []
    while (line.length > 0 && this.#running.size < this.#options.slots) {
      const { delivery, startBy } = line[0]!
      const isLate = Date.now() > startBy
      const leave = isLate ? null : this.#limits.enter(delivery)
      if (!isLate && leave === null) return
      line.shift()
      if (leave === null) this.#options.release(delivery)
      else this.#begin(delivery, leave)
    }
    if (line.length === 0) this.#waiting.delete(destination)
  }

  #begin(delivery: Claimed, leave: () => void): void {
    const attempting = this.#options
      .make(delivery)
      .then(attempt => this.#learn(delivery, attempt))
      .finally(() => {
        leave()
        this.#running.delete(attempting)
        for (const destination of [...this.#waiting.keys()]) this.#beginNext(destination)
        this.#options.ended(delivery)
      })
    this.#running.add(attempting)
  }

  /** Of a destination that fails nothing is claimed ahead, and what was is given back. */
  #learn({ agency_uid, destination }: Claimed, { outcome, durationMs }: Attempt): void {
    const known = this.#paces.get(agency_uid)
    if (outcome !== 'SUCCESS') {
      if (known?.delete(destination)) this.#paceCount -= 1
      this.#giveBack(destination)
      return
    }
    if (this.#paceCount >= pacesMax) this.#forget()
    const paces = this.#paces.get(agency_uid) ?? new Map<string, number>()
    const before = paces.get(destination)
    if (before === undefined) this.#paceCount += 1
    paces.set(destination, before === undefined ? durationMs : 0.8 * before + 0.2 * durationMs)
    this.#paces.set(agency_uid, paces)
  }

  #forget(): void {
    this.#paces.clear()
    this.#paceCount = 0
  }

  #giveBack(destination: string): void {
    const line = this.#waiting.get(destination) ?? []
    this.#waiting.delete(destination)
    for (const { delivery } of line) this.#options.release(delivery)
  }
}
