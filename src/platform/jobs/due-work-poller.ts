/**
 * Poller for due work of all tenants. It finds work whose notification was lost, or whose process
 * has ended.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { queryTenants, type TenantFilter, topologyOf } from '../db/cluster/topology.ts'

export interface DueWork {
  /** Returns a select of the `agency_uid` of tenants with work due at an instant, one row each. */
  dueAt(now: Date, of: TenantFilter): RawBuilder<unknown>
  /** Handles the tenants that a poll has found. Returns whether one of them was not expected. */
  onDueTenants(tenantUids: string[]): boolean
}

/** Number and interval in milliseconds of the polls after unexpected work. */
const fastPolls = { count: 10, ms: 1_000 }
/** Milliseconds after a failed poll. */
const retryMs = 10_000

interface PollerOptions {
  db: Kysely<never>
  clock: Clock
  onError(error: unknown): void
}

/** Poller of all kinds of work with one statement. */
export class DueWorkPoller {
  readonly #options: PollerOptions
  readonly #kinds: readonly DueWork[]
  #timer: NodeJS.Timeout | undefined
  #fastPollsLeft = fastPolls.count
  #isOpen = true

  constructor(options: PollerOptions, kinds: readonly DueWork[]) {
    this.#options = options
    this.#kinds = kinds
  }

  start(): void {
    const pollAndSchedule = async () => {
      let hasFailed = false
      try {
        // Unexpected work means that notifications are lost: polls replace them for a while.
        this.#fastPollsLeft = (await this.#pollOnce())
          ? fastPolls.count
          : Math.max(0, this.#fastPollsLeft - 1)
      } catch (error) {
        hasFailed = true
        this.#options.onError(error)
      }
      if (this.#isOpen) this.#timer = setTimeout(pollAndSchedule, this.#waitMs(hasFailed))
    }
    void pollAndSchedule()
  }

  stop(): void {
    this.#isOpen = false
    clearTimeout(this.#timer)
  }

  #waitMs(hasFailed: boolean): number {
    if (hasFailed) return retryMs
    return this.#fastPollsLeft > 0 ? fastPolls.ms : topologyOf(this.#options.db).pollMs
  }

  /** Polls all kinds of work. Returns whether unexpected work was found. */
  async #pollOnce(): Promise<boolean> {
    const { db, clock } = this.#options
    const { rows } = await queryTenants(db, of => dueRows(this.#kinds, clock.now(), of))
    if (!this.#isOpen) return false
    const foundUnexpected = this.#kinds.map((kind, i) => {
      return kind.onDueTenants(
        rows.filter(row => row.kind === i).map(({ agency_uid }) => agency_uid),
      )
    })
    return foundUnexpected.includes(true)
  }
}

export async function listDue(
  { db, clock }: Pick<PollerOptions, 'db' | 'clock'>,
  kind: Pick<DueWork, 'dueAt'>,
): Promise<string[]> {
  const { rows } = await queryTenants(db, of => dueRows([kind], clock.now(), of))
  return rows.map(({ agency_uid }) => agency_uid)
}

/** Returns the query for tenants with due work. `kind` is the index of the kind of work. */
function dueRows(kinds: readonly Pick<DueWork, 'dueAt'>[], now: Date, of: TenantFilter) {
  const selects = kinds.map((kind, i) => {
    return sql`select k.agency_uid, ${sql.lit(i)}::int as kind from (${kind.dueAt(now, of)}) k`
  })
  return sql<{ agency_uid: string; kind: number }>`/* every tenant */
    select due.agency_uid, due.kind from (${sql.join(selects, sql` union all `)}) due`
}
