/**
 * When which agency is looked at: when a notification tells, when its next delivery is due, and
 * when a look at all has found something there, in case a notification was lost.
 */
import type { Clock } from '../../../platform/clock.ts'
import { lookMs } from '../../../platform/jobs/due-work-poller.ts'

interface DueOptions {
  /** Whether an agency is being looked at, or will be. */
  isKnown(agencyUid: string): boolean
  wake(agencyUid: string): void
}

export class DueAgencies {
  readonly #clock: Clock
  readonly #options: DueOptions
  /** Agencies of which a notification has told since the last look at all. */
  readonly #heard = new Set<string>()
  readonly #timers = new Map<string, { at: number; timer: NodeJS.Timeout }>()
  #isOpen = true

  constructor(clock: Clock, options: DueOptions) {
    this.#clock = clock
    this.#options = options
  }

  stop(): void {
    this.#isOpen = false
    for (const { timer } of this.#timers.values()) clearTimeout(timer)
  }

  /** A notification has told of an agency. */
  heard(agencyUid: string): void {
    this.#heard.add(agencyUid)
  }

  /** Has an agency looked at when something is due, if that is before the next look at all. */
  wakeAt(agencyUid: string, dueAt: Date | null): void {
    if (dueAt === null || !this.#isOpen) return
    const ms = Math.max(0, dueAt.getTime() - this.#clock.now().getTime())
    if (ms >= lookMs.spread) return
    const present = this.#timers.get(agencyUid)
    if (present && present.at <= dueAt.getTime()) return
    clearTimeout(present?.timer)
    const timer = setTimeout(() => {
      this.#timers.delete(agencyUid)
      this.#options.wake(agencyUid)
    }, ms + 1)
    this.#timers.set(agencyUid, { at: dueAt.getTime(), timer })
  }

  /** Has agencies looked at in which something is due. @returns whether one was not known */
  found(agencyUids: readonly string[]): boolean {
    const missed = agencyUids.filter(uid => {
      return !this.#heard.has(uid) && !this.#timers.has(uid) && !this.#options.isKnown(uid)
    })
    this.#heard.clear()
    for (const uid of agencyUids) this.#options.wake(uid)
    return missed.length > 0
  }
}
