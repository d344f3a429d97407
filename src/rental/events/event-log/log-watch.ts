import { setTimeout as sleep } from 'node:timers/promises'
import type { Run } from '../../../platform/db/database.ts'
import { ConcurrencyLimit } from '../../../platform/rest/limits/concurrency-limit.ts'
import type { Signals } from '../../../platform/signals.ts'

/** How often what is open does what: contract/events.md §10. */
export interface Pace {
  /** Looks for what other processes have committed. */
  pollMs: number
  /** Shows that a stream is still there. */
  pingMs: number
  /** Asks whether the credential of a stream still holds, and what it reaches. */
  renewMs: number
  /** Ends a stream. */
  streamMs: number
}

const standardPace: Pace = {
  pollMs: 250,
  pingMs: 15_000,
  renewMs: 60_000,
  streamMs: 3_600_000,
}

const openMax = 5

interface Waiter {
  agencyUid: string
  seenSeq: number
}

/**
 * Waits for what is written to the logs of agencies. Commits of this process wake by the signals;
 * those of others are found by one statement for all that wait, and by none when nobody does.
 */
export class LogWatch {
  readonly pace: Pace
  /** Streams and long polls of each credential. */
  readonly open = new ConcurrencyLimit(openMax, 'event streams and long polls', 'event_streams')
  readonly #run: Run
  readonly #signals: Signals
  readonly #waiters = new Set<Waiter>()
  readonly #stopping = new AbortController()
  #polling: Promise<void> | null = null

  constructor(run: Run, signals: Signals, pace: Partial<Pace> = {}) {
    this.#run = run
    this.#signals = signals
    this.pace = { ...standardPace, ...pace }
  }

  /** Waits until an agency's log goes beyond `seenSeq`, at most this long. It may end early. */
  async next(
    agencyUid: string,
    seenSeq: number,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const waiter = { agencyUid, seenSeq }
    this.#waiters.add(waiter)
    this.#polling ??= this.#poll()
    await this.#signals.next(agencyUid, waitMs, signal)
    this.#waiters.delete(waiter)
  }

  /** Asks no more; the database may be closed afterwards. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#polling
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopping
    while (this.#waiters.size > 0 && !signal.aborted) {
      await sleep(this.pace.pollMs, null, { signal }).catch(() => null)
      if (this.#waiters.size > 0 && !signal.aborted) await this.#look()
    }
    this.#polling = null
  }

  /** While the database is away nobody is woken, and those who wait look for themselves at last. */
  async #look(): Promise<void> {
    const agencyUids = [...new Set(Array.from(this.#waiters, ({ agencyUid }) => agencyUid))]
    const lastSeqs = new Map(await this.#lastSeqs(agencyUids))
    const late = Array.from(this.#waiters).filter(({ agencyUid, seenSeq }) => {
      return (lastSeqs.get(agencyUid) ?? 0) > seenSeq
    })
    for (const uid of new Set(late.map(({ agencyUid }) => agencyUid))) this.#signals.emit(uid)
  }

  /** While a node of a cluster is away, those of agencies elsewhere are found one by one. */
  async #lastSeqs(agencyUids: string[]): Promise<[string, number][]> {
    try {
      return (await this.#run(lastSeqStatement, [agencyUids])) as [string, number][]
    } catch {
      if (agencyUids.length <= 1) return []
      const found: [string, number][] = []
      for (const uid of agencyUids) found.push(...(await this.#lastSeqs([uid])))
      return found
    }
  }
}

const lastSeqStatement = {
  name: 'last_seqs',
  text: 'select agency_uid, last_seq from event_logs where agency_uid = any($1::uuid[])',
}
