/** Limits of a process's concurrent attempts, by destination and host: contract/events.md §6.5. */
import { mayStart } from './claim-deliveries.sql.ts'
import type { ClaimedDelivery } from './claim-deliveries.ts'

/** Function that releases the slot of an attempt. */
type Release = (hasSucceeded: boolean) => void

interface WaitingDelivery {
  delivery: ClaimedDelivery
  startBy: number
  start(release: Release | null): void
}

/**
 * Slots of concurrent attempts. More deliveries may be claimed than may start ({@link mayStart}),
 * because concurrent claims of several agencies do not see each other, and fast destinations are
 * prefetched. The others wait here in the order of their claims.
 */
export class AttemptLimits {
  /** Numbers of attempts in progress by {@link slotKeys}. */
  readonly #counts = new Map<string, number>()
  /** Waiting deliveries by destination. */
  readonly #waiting = new Map<string, WaitingDelivery[]>()
  #isOpen = true

  /**
   * Waits for a slot. Returns a function that releases it, or null if the delivery is not to be
   * attempted now: its claim is too old, an attempt before it has failed, or the process stops.
   *
   * @param startBy time after which the claim may end before the attempt does, in milliseconds
   */
  async acquire(delivery: ClaimedDelivery, startBy: number): Promise<Release | null> {
    if (!this.#isOpen) return null
    const { promise, resolve: start } = Promise.withResolvers<Release | null>()
    const waiting = this.#waiting.get(delivery.destination) ?? []
    waiting.push({ delivery, startBy, start })
    this.#waiting.set(delivery.destination, waiting)
    this.#startNext(delivery.destination)
    return promise
  }

  /** Returns true if the next delivery that waits at some destination is one of the agency. */
  isWaiting(agencyUid: string): boolean {
    return this.#waiting.values().some(([next]) => next?.delivery.agency_uid === agencyUid)
  }

  /** Refuses waiting and later deliveries. */
  close(): void {
    this.#isOpen = false
    // A copy, because refusing deletes keys.
    for (const destination of [...this.#waiting.keys()]) this.#refuse(destination)
  }

  #startNext(destination: string): void {
    const waiting = this.#waiting.get(destination) ?? []
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const isLate = Date.now() > next.startBy
      if (!isLate && !this.#mayStart(next.delivery)) return
      waiting.shift()
      next.start(isLate ? null : this.#take(next.delivery))
    }
    this.#waiting.delete(destination)
  }

  #mayStart(delivery: ClaimedDelivery): boolean {
    const [toHost, toDestination] = slotKeys(delivery).map(key => this.#counts.get(key) ?? 0)
    return mayStart({ toHost: toHost!, toDestination: toDestination! })
  }

  #take(delivery: ClaimedDelivery): Release {
    const keys = slotKeys(delivery)
    for (const key of keys) this.#add(key, 1)
    return hasSucceeded => {
      for (const key of keys) this.#add(key, -1)
      if (!hasSucceeded) this.#refuse(delivery.destination)
      // All destinations, because the free slot of the host may be of use to another one.
      for (const destination of [...this.#waiting.keys()]) this.#startNext(destination)
    }
  }

  #add(key: string, change: number): void {
    const count = (this.#counts.get(key) ?? 0) + change
    if (count === 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
  }

  #refuse(destination: string): void {
    const waiting = this.#waiting.get(destination) ?? []
    this.#waiting.delete(destination)
    for (const { start } of waiting) start(null)
  }
}

function slotKeys({ destination, target }: ClaimedDelivery): [host: string, destination: string] {
  return [`host ${new URL(target.url).host}`, `destination ${destination}`]
}
