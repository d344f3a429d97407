/**
 * Looks regularly for work of all tenants that nobody told of: a notification was lost, or the
 * process is gone that knew when something is due.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { type OfTenants, reachableRows } from '../db/citus/reachable-rows.ts'

/** A kind of work that becomes due. */
export interface DueKind {
  /** A select of the agencies in which some is due at an instant, one row for each. */
  dueAt(now: Date, of: OfTenants): RawBuilder<unknown>
  /** Takes what a look has found. @returns whether some of it had not been told */
  found(agencyUids: string[]): boolean
}

/** How long who looks waits. */
export const lookMs = { soon: 1_000, seldom: 10_000, spread: 30_000 }

/** After something was found, it is looked so often soon. */
const soonAfterFound = 10

interface Looking {
  db: Kysely<never>
  clock: Clock
  /** Whether a look has to ask several nodes: it is made three times as seldom there. */
  isSpread(): boolean
  failed(error: unknown): void
}

/** One look for all kinds: on a cluster it is a question to each part of the tables. */
export class DueLooks {
  readonly #looking: Looking
  readonly #kinds: readonly DueKind[]
  #timer: NodeJS.Timeout | undefined
  #soon = soonAfterFound
  #hasFailed = false
  #isOpen = true

  constructor(looking: Looking, kinds: readonly DueKind[]) {
    this.#looking = looking
    this.#kinds = kinds
  }

  /** Begins to look: seldom while nothing is found that was not told. */
  start(): void {
    const look = async () => {
      try {
        const hasMissed = await this.#look()
        this.#soon = hasMissed ? soonAfterFound : Math.max(0, this.#soon - 1)
        this.#hasFailed = false
      } catch (error) {
        this.#hasFailed = true
        this.#looking.failed(error)
      }
      if (this.#isOpen) this.#timer = setTimeout(look, this.#waitMs())
    }
    void look()
  }

  stop(): void {
    this.#isOpen = false
    clearTimeout(this.#timer)
  }

  #waitMs(): number {
    if (this.#hasFailed) return lookMs.seldom
    if (this.#soon > 0) return lookMs.soon
    return this.#looking.isSpread() ? lookMs.spread : lookMs.seldom
  }

  async #look(): Promise<boolean> {
    const { db, clock } = this.#looking
    const rows = await reachableRows(db, of => dueRows(this.#kinds, clock.now(), of))
    if (!this.#isOpen) return false
    const missed = this.#kinds.map((kind, i) => {
      return kind.found(rows.filter(({ part }) => part === i).map(({ agency_uid }) => agency_uid))
    })
    return missed.includes(true)
  }
}

/** The agencies in which work of one kind is due. */
export async function listDue(
  { db, clock }: Pick<Looking, 'db' | 'clock'>,
  kind: Pick<DueKind, 'dueAt'>,
): Promise<string[]> {
  const rows = await reachableRows(db, of => dueRows([kind], clock.now(), of))
  return rows.map(({ agency_uid }) => agency_uid)
}

function dueRows(kinds: readonly Pick<DueKind, 'dueAt'>[], now: Date, of: OfTenants) {
  const parts = kinds.map(({ dueAt }, part) => {
    return sql`select k.agency_uid, ${sql.lit(part)}::int as part from (${dueAt(now, of)}) k`
  })
  return sql<{ agency_uid: string; part: number }>`/* every tenant */
    select due.agency_uid, due.part from (${sql.join(parts, sql` union all `)}) due`
}
