/** How long is waited for a database that does not answer: docs/decisions/0025. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** The SQLSTATE of a failed connection. */
export const silent = '08006'
/** That of a statement that was ended. */
const ended = '57014'

/** Longest time of a request while the database does not answer: docs/decisions/0025. */
export const requestEndsMs = 6_000
/** Time left, at least, to a request that has got its connection. */
const leastMs = 1_000
/** Time left, at least, to a request that has waited for the read of another one. */
const leastAfterOthersMs = 300
/** Time of a request for all but waiting for the database in vain. */
const marginMs = 1_000
/** Longest wait in vain of a request, until it has its connection. */
const standardMs = requestEndsMs - leastMs - marginMs
/** A lock has a limit of its own, which a server keeps: it comes first. */
const lockedMs = 1_200

/** What a backend of the server is seen to be at, if anything; overdue: it should have ended. */
export type Activity = 'working' | 'locked' | 'overdue' | null

/** What waits for an answer. */
export interface Awaited {
  /** What the other side is at, as far as one can know; at once if need be. */
  look(): Promise<Activity>
  /** Ends the wait: the answer fails. */
  giveUp(error: Error): void
}

const lookedAtMs = 1_000
/** How long a look may take: by then it has seen nothing. */
const lookMs = 700

/**
 * What somebody may wait for the database, all statements together. A statement that the server is
 * seen to work on takes nothing of it, so a slow one is no silent one; and it comes back while
 * nothing is waited for.
 */
export class Patience {
  readonly #isOfRequest: boolean
  #leftMs = standardMs
  #waiting = 0
  #since = performance.now()
  #isOver = false

  constructor({ isOfRequest = true } = {}) {
    this.#isOfRequest = isOfRequest
  }

  /** Waits for a turn or a connection; what comes too late is taken back. */
  async forTurn<T>(turn: Promise<T>, takeBack: (late: T) => void): Promise<T> {
    const refused = Promise.withResolvers<never>()
    const [began, leftMs] = [performance.now(), this.#begin()]
    const timer = setTimeout(() => {
      // Whatever the request asks next, say who it is from, would wait as long.
      this.#isOver = this.#isOfRequest
      refused.reject(silence())
    }, leftMs)
    if (this.#isOver) refused.reject(silence())
    const remainingMs = () => Math.max(leftMs - (performance.now() - began), 0)
    try {
      const taken = await Promise.race([turn, refused.promise])
      // A request that has its turn can at least begin.
      this.#end(Math.max(remainingMs(), Math.min(leftMs, leastMs)))
      return taken
    } catch (error) {
      this.#end(remainingMs())
      turn.then(takeBack, () => undefined)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * Waits for what another request reads or makes, which ends when the patience of that does, and
   * counts the time like that of own statements.
   *
   * @throws Error of a lost connection at once when the own time is over
   */
  async forOther<T>(answer: Promise<T>): Promise<T> {
    if (this.#isOver) {
      answer.catch(() => undefined)
      throw silence()
    }
    const [began, leftMs] = [performance.now(), this.#begin()]
    try {
      return await answer
    } finally {
      const remainingMs = leftMs - (performance.now() - began)
      this.#end(Math.max(remainingMs, Math.min(leftMs, leastAfterOthersMs)))
    }
  }

  /** Waits for an answer as long as there is a reason to. */
  forAnswer<T>(answer: Promise<T>, awaited: Awaited): Promise<T> {
    let [since, leftMs] = [performance.now(), this.#begin()]
    let timer: NodeJS.Timeout | undefined
    let isOpen = true
    const charge = () => {
      const now = performance.now()
      leftMs -= now - since
      since = now
    }
    const look = async () => {
      const activity = await within(lookMs, awaited.look())
      if (!isOpen) return
      const isLocked = activity === 'locked' && this.#isOfRequest
      if (activity === null || isLocked) charge()
      since = performance.now()
      const isOut = leftMs + (isLocked ? lockedMs : 0) <= 0 && activity !== 'working'
      if (isOut || activity === 'overdue') this.#giveUp(awaited)
      else timer = setTimeout(look, lookAfter(leftMs))
    }
    answer.then(end, end)
    if (this.#isOver) awaited.giveUp(silence())
    else timer = setTimeout(look, lookAfter(leftMs))
    const patience = this
    function end(): void {
      isOpen = false
      clearTimeout(timer)
      charge()
      patience.#end(leftMs)
    }
    return answer
  }

  #giveUp(awaited: Awaited): void {
    this.#isOver = this.#isOfRequest
    awaited.giveUp(silence())
  }

  /** @returns how long may be waited; several who wait at once do not wait longer for that */
  #begin(): number {
    const idleMs = this.#waiting++ > 0 ? 0 : performance.now() - this.#since
    this.#leftMs = Math.min(standardMs, this.#leftMs + idleMs)
    return this.#leftMs
  }

  #end(leftMs: number): void {
    this.#leftMs = Math.min(this.#leftMs, leftMs)
    this.#waiting--
    this.#since = performance.now()
  }
}

/** So that what was seen is known when the patience ends. */
function lookAfter(leftMs: number): number {
  return Math.min(lookedAtMs, Math.max(leftMs - lookMs, 100))
}

const ofRequest = new AsyncLocalStorage<Patience>()

/** Does something for a request, whose patience it has. */
export function withPatience<T>(patience: Patience, act: () => T): T {
  return ofRequest.run(patience, act)
}

/** That of the request that is served; in the background each statement has its own. */
export function patience(): Patience {
  return ofRequest.getStore() ?? new Patience({ isOfRequest: false })
}

const nodeLimit = new AsyncLocalStorage<number>()

/** Has the nodes of a cluster asked something for no longer than so many milliseconds. */
export function withNodeLimit<T>(ms: number, act: () => T): T {
  return nodeLimit.run(ms, act)
}

/** How long the nodes of a cluster are waited for that work, in milliseconds. */
export function nodeLimitMs(): number {
  return nodeLimit.getStore() ?? Number.POSITIVE_INFINITY
}

/** As a server says that a connection has failed. */
export function silence(): Error {
  return Object.assign(new Error('The database does not respond'), { code: silent })
}

/** As a server says that it has ended a statement. */
export function tooLong(): Error {
  return Object.assign(new Error('The statement exceeded its time limit'), { code: ended })
}

export function isSilence(error: unknown): boolean {
  return codeOf(error) === silent
}

/** Whether that has failed which was waited for as long as anybody waits. */
export function isLongWaitedFor(error: unknown): boolean {
  return isSilence(error) || codeOf(error) === ended
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code
}

function within(limitMs: number, look: Promise<Activity>): Promise<Activity> {
  const { promise, resolve } = Promise.withResolvers<Activity>()
  const timer = setTimeout(() => resolve(null), limitMs)
  look.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  return promise
}
