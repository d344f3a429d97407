/**
 * When which agency is looked at: when a notification tells, when its next delivery is due, and
 * regularly, in case a notification was lost.
 */
import type { Clock } from '../../../platform/clock.ts'
import { LookPace, lookMs } from '../../../platform/concurrency/look-pace.ts'

interface DueOptions {
  /** Agencies in which something is due. */
  list(): Promise<string[]>
  /** Whether an agency is being looked at, or will be. */
  isKnown(agencyUid: string): boolean
  wake(agencyUid: string): void
  failed(error: unknown): void
}

export class DueAgencies {
  readonly #clock: Clock
  readonly #options: DueOptions
  /** Agencies of which a notification has told since the last look at all. */
  readonly #heard = new Set<string>()
  readonly #timers = new Map<string, { at: number; timer: NodeJS.Timeout }>()
  readonly #pace = new LookPace()
  #poll: NodeJS.Timeout | undefined
  #isOpen = true

  constructor(clock: Clock, options: DueOptions) {
    this.#clock = clock
    this.#options = options
  }

  /** Looks at all agencies: ten times as seldom while nothing is found that was not told. */
  start(): void {
    const look = async () => {
      try {
        await this.#lookAtAll()
      } catch (error) {
        this.#options.failed(error)
      }
      if (this.#isOpen) this.#poll = setTimeout(look, this.#pace.waitMs)
    }
    void look()
  }

  stop(): void {
    this.#isOpen = false
    clearTimeout(this.#poll)
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
    if (ms >= lookMs.seldom) return
    const present = this.#timers.get(agencyUid)
    if (present && present.at <= dueAt.getTime()) return
    clearTimeout(present?.timer)
    const timer = setTimeout(() => {
      this.#timers.delete(agencyUid)
      this.#options.wake(agencyUid)
    }, ms + 1)
    this.#timers.set(agencyUid, { at: dueAt.getTime(), timer })
  }

  async #lookAtAll(): Promise<void> {
    const due = await this.#options.list()
    const missed = due.filter(uid => {
      return !this.#heard.has(uid) && !this.#timers.has(uid) && !this.#options.isKnown(uid)
    })
    this.#heard.clear()
    this.#pace.looked(missed.length > 0)
    for (const uid of due) this.#options.wake(uid)
  }
}
