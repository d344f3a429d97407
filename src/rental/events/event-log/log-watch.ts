import { setTimeout as sleep } from 'node:timers/promises'
import type { Run } from '../../../platform/db/statements.ts'
import type { Wakeups } from '../../../platform/jobs/wakeups.ts'
import { ConcurrencyLimit } from '../../../platform/rest/limits/concurrency-limit.ts'

/** Intervals of waiting requests and streams: contract/events.md §10. */
export interface Pace {
  /** Poll interval for commits of other processes. */
  pollMs: number
  /** Interval of pings on an idle stream. */
  pingMs: number
  /** Interval for checking the credential and access of a stream again. */
  renewMs: number
  /** Maximum duration of a stream. */
  streamMs: number
}

const defaultPace: Pace = {
  pollMs: 250,
  pingMs: 15_000,
  renewMs: 60_000,
  streamMs: 3_600_000,
}

/** Maximum number of open streams and long polls per credential. */
export const openMax = 5

interface Waiter {
  agencyUid: string
  afterSeq: number
}

/**
 * Waits for writes to the logs of agencies. Signals wake waiters for commits of this process; one
 * statement polls for those of other processes while there are waiters.
 */
export class LogWatch {
  readonly pace: Pace
  readonly open = new ConcurrencyLimit(openMax, 'event streams and long polls', 'event_streams')
  readonly #run: Run
  readonly #signals: Wakeups
  readonly #waiters = new Set<Waiter>()
  readonly #stopping = new AbortController()
  #polling: Promise<void> | null = null

  constructor(run: Run, signals: Wakeups, pace: Partial<Pace> = {}) {
    this.#run = run
    this.#signals = signals
    this.pace = { ...defaultPace, ...pace }
  }

  /**
   * Waits until an agency's log is beyond a position or the agency is disabled, at most the given
   * time. It may return early.
   */
  async next(
    agencyUid: string,
    afterSeq: number,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    const waiter = { agencyUid, afterSeq }
    this.#waiters.add(waiter)
    this.#polling ??= this.#poll()
    await this.#signals.next(agencyUid, waitMs, signal)
    this.#waiters.delete(waiter)
  }

  /** Stops polling; the database may be closed afterwards. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#polling
  }

  async #poll(): Promise<void> {
    const { signal } = this.#stopping
    while (this.#waiters.size > 0 && !signal.aborted) {
      await sleep(this.pace.pollMs, null, { signal }).catch(() => null)
      if (this.#waiters.size > 0 && !signal.aborted) await this.#pollOnce()
    }
    this.#polling = null
  }

  /**
   * Wakes the waiters of logs with new events, or of disabled agencies. Wakes none while the
   * database is unavailable; each of them reads again after its timeout.
   */
  async #pollOnce(): Promise<void> {
    const agencyUids = [...new Set(Array.from(this.#waiters, ({ agencyUid }) => agencyUid))]
    const rows = await this.#readLastSeqs(agencyUids)
    const lastSeqs = new Map(rows)
    // A waiter that reads again gets an error.
    const disabled = new Set(rows.filter(([, seq]) => seq === null).map(([uid]) => uid))
    const behind = Array.from(this.#waiters).filter(({ agencyUid, afterSeq }) => {
      return disabled.has(agencyUid) || (lastSeqs.get(agencyUid) ?? 0) > afterSeq
    })
    for (const uid of new Set(behind.map(({ agencyUid }) => agencyUid))) this.#signals.emit(uid)
  }

  /**
   * Returns the last position of each log, and null for a disabled agency. Queries agencies one by
   * one while a node of a cluster is unavailable.
   */
  async #readLastSeqs(agencyUids: string[]): Promise<[string, number | null][]> {
    try {
      return (await this.#run(lastSeqStatement, [agencyUids])) as [string, number | null][]
    } catch {
      if (agencyUids.length <= 1) return []
      const rows: [string, number | null][] = []
      for (const uid of agencyUids) rows.push(...(await this.#readLastSeqs([uid])))
      return rows
    }
  }
}

const lastSeqStatement = {
  name: 'last_seqs',
  text: `select agency_uid, last_seq from event_logs where agency_uid = any($1::uuid[])
    union all select agency_uid, null from agencies
    where agency_uid = any($1::uuid[]) and disabled_at is not null`,
}
