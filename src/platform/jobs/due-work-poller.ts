/**
 * Polls for due work of all tenants, for the cases in which no notification arrives: it was lost,
 * or the process that had a timer for the work has ended.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { type OfTenants, reachableRows } from '../db/citus/reachable-rows.ts'

/** A kind of work that becomes due. */
export interface DueWork {
  /** Returns a select of the `agency_uid` of tenants with work due at an instant, one row each. */
  dueAt(now: Date, of: OfTenants): RawBuilder<unknown>
  /** Handles the tenants that a poll has found. Returns whether one of them was not expected. */
  found(tenantUids: string[]): boolean
}

/** Milliseconds between two polls: after unexpected work, otherwise, and otherwise on a cluster. */
export const pollMs = { soon: 1_000, usual: 10_000, cluster: 30_000 }

/** Number of frequent polls after unexpected work. */
const soonCount = 10

interface PollerOptions {
  db: Kysely<never>
  clock: Clock
  isCluster(): boolean
  onError(error: unknown): void
}

/** Poller of all kinds of work by one statement, which a cluster runs on each of its shards. */
export class DueWorkPoller {
  readonly #options: PollerOptions
  readonly #kinds: readonly DueWork[]
  #timer: NodeJS.Timeout | undefined
  #soonLeft = soonCount
  #isOpen = true

  constructor(options: PollerOptions, kinds: readonly DueWork[]) {
    this.#options = options
    this.#kinds = kinds
  }

  start(): void {
    const poll = async () => {
      let hasFailed = false
      try {
        this.#soonLeft = (await this.#poll()) ? soonCount : Math.max(0, this.#soonLeft - 1)
      } catch (error) {
        hasFailed = true
        this.#options.onError(error)
      }
      if (this.#isOpen) this.#timer = setTimeout(poll, this.#waitMs(hasFailed))
    }
    void poll()
  }

  stop(): void {
    this.#isOpen = false
    clearTimeout(this.#timer)
  }

  #waitMs(hasFailed: boolean): number {
    if (hasFailed) return pollMs.usual
    if (this.#soonLeft > 0) return pollMs.soon
    return this.#options.isCluster() ? pollMs.cluster : pollMs.usual
  }

  async #poll(): Promise<boolean> {
    const { db, clock } = this.#options
    const rows = await reachableRows(db, of => dueRows(this.#kinds, clock.now(), of))
    if (!this.#isOpen) return false
    const unexpected = this.#kinds.map((kind, i) => {
      return kind.found(rows.filter(row => row.kind === i).map(({ agency_uid }) => agency_uid))
    })
    return unexpected.includes(true)
  }
}

/** Lists the tenants with due work of one kind. */
export async function listDue(
  { db, clock }: Pick<PollerOptions, 'db' | 'clock'>,
  kind: Pick<DueWork, 'dueAt'>,
): Promise<string[]> {
  const rows = await reachableRows(db, of => dueRows([kind], clock.now(), of))
  return rows.map(({ agency_uid }) => agency_uid)
}

function dueRows(kinds: readonly Pick<DueWork, 'dueAt'>[], now: Date, of: OfTenants) {
  const selects = kinds.map((kind, i) => {
    return sql`select k.agency_uid, ${sql.lit(i)}::int as kind from (${kind.dueAt(now, of)}) k`
  })
  return sql<{ agency_uid: string; kind: number }>`/* every tenant */
    select due.agency_uid, due.kind from (${sql.join(selects, sql` union all `)}) due`
}
