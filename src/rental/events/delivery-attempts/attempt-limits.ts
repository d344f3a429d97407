/**
 * How many attempts of this process may be under way: to each host and destination, and at all.
 */
import { mayStart } from './claim-deliveries.sql.ts'
import type { Claimed } from './claim-deliveries.ts'

/** Those to each host and destination. */
export class AttemptLimits {
  readonly #counts = new Map<string, number>()

  /**
   * Lets a delivery in, unless its host or destination has as many as it may ({@link mayStart}).
   * Claims of several agencies at once do not see each other's, so more may have been claimed than
   * may go.
   *
   * @returns what lets it out again, or null
   */
  enter({ destination, target }: Claimed): (() => void) | null {
    const places = [`host ${new URL(target.url).host}`, `destination ${destination}`] as const
    const [toHost, toDestination] = places.map(place => this.#counts.get(place) ?? 0)
    if (!mayStart({ toHost: toHost!, toDestination: toDestination! })) return null
    for (const place of places) this.#add(place, 1)
    return () => {
      for (const place of places) this.#add(place, -1)
    }
  }

  #add(place: string, change: number): void {
    const count = (this.#counts.get(place) ?? 0) + change
    if (count === 0) this.#counts.delete(place)
    else this.#counts.set(place, count)
  }
}

interface SlotOptions {
  slots: number
  /** How many are taken by attempts. */
  running(): number
  /** The turn of an agency that was refused has come. */
  turn(agencyUid: string): void
}

/** At most so many in one claim. */
const claimMax = 32
/** What is reserved is mostly not used: a claim leaves most of what is free to others. */
const shareOfFree = 4

/**
 * Slots are reserved before anybody knows what there is to claim. Who finds none free has its turn
 * when some are, whether they were used or not.
 */
export class AttemptSlots {
  readonly #options: SlotOptions
  readonly #waiting = new Set<string>()
  #reserved = 0

  constructor(options: SlotOptions) {
    this.#options = options
  }

  /** Whether the turn of an agency is to come. */
  isWaiting(agencyUid: string): boolean {
    return this.#waiting.has(agencyUid)
  }

  /** How many deliveries an agency may claim; none: its turn comes later. */
  reserve(agencyUid: string): number {
    const limit = Math.max(0, Math.min(claimMax, Math.ceil(this.#free / shareOfFree)))
    if (limit === 0) this.#waiting.add(agencyUid)
    this.#reserved += limit
    return limit
  }

  /** The claim is made, and what it took is running. */
  giveBack(limit: number): void {
    this.#reserved -= limit
    this.next()
  }

  /** Gives slots that have become free to who waits. */
  next(): void {
    for (const agencyUid of [...this.#waiting]) {
      if (this.#free <= 0) return
      this.#waiting.delete(agencyUid)
      this.#options.turn(agencyUid)
    }
  }

  get #free(): number {
    const { slots, running } = this.#options
    return slots - running() - this.#reserved
  }
}
