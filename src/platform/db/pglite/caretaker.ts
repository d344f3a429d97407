/**
 * Does for the embedded database what processes of its own do on a server: autovacuum keeps what
 * the planner knows of the tables true, and takes away rows that nobody sees any more
 * (docs/decisions/0002-embedded-database.md); the checkpointer keeps the log short, which else
 * grows as long as the database is open.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedConnection } from '../database.ts'

/** What is done to a table at a time, or to the log. */
export type Care = 'analyze' | 'vacuum' | 'checkpoint'

interface CaretakerOptions {
  onError: (error: Error) => void
  /** Called after each of them, with the seconds that it held the connection. */
  onDone?: (care: Care, seconds: number) => void
  /** From one look at the tables to the next, in milliseconds. */
  lookMs?: number
}

/** What the counters say of a table to which something is due. */
interface Table {
  name: string
  /** Blocks of 8 KiB that it had when it was last seen to. */
  pages: number
  /** So much was changed since it was analyzed that it is due. */
  isChanged: boolean
  /** It holds so many dead rows that they are to be taken away in a quiet moment. */
  isLittered: boolean
  /** It holds so many that they are to be taken away at once. */
  isBuried: boolean
}

/** What a look finds. */
interface Sight {
  /** The tables to which something is due, the smallest first: most of it is done soon. */
  tables: Table[]
  /** How much of the log would be read again after a kill. */
  logBytes: number
}

const lookMsUsual = 10_000

/** From how much of the log on a checkpoint is made, in a quiet moment and at once. */
const mebibyte = 1_048_576
const logBytesMax = { quiet: 8 * mebibyte, busy: 64 * mebibyte }

/** Of the time since the last look, what others may have used in a quiet moment. */
const quietShare = 0.2

/** How much of a table a quiet moment as long as from one look to the next is enough for. */
const pagesPerQuietLook = 5_000

/** How many times as long as it held the connection the caretaker then leaves it to others. */
const restFactor = 9

/** Keeps an embedded database in order until it is told to stop. */
export class Caretaker {
  readonly #connection: EmbeddedConnection
  readonly #options: CaretakerOptions
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>
  /** How long others have held the connection by the last look, and when that was. */
  #seen = { othersMs: 0, at: performance.now() }
  #ownMs = 0
  #quietLooks = 0

  constructor(connection: EmbeddedConnection, options: CaretakerOptions) {
    this.#connection = connection
    this.#options = options
    this.#ended = this.#work()
  }

  /** Begins nothing more, and waits for what was begun. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
  }

  async #work(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#round()
      } catch (error) {
        this.#options.onError(error as Error)
      }
      await this.#rest(this.#options.lookMs ?? lookMsUsual)
    }
  }

  /** Whatever may wait for a quiet moment comes last, one table a round. */
  async #round(): Promise<void> {
    this.#watch()
    const { tables, logBytes } = await this.#look()
    for (const { name, isChanged } of tables) if (isChanged) await this.#care('analyze', name)
    for (const { name, isBuried } of tables) if (isBuried) await this.#care('vacuum', name)
    const littered = tables.find(
      table => table.isLittered && !table.isBuried && this.#isQuietFor(table),
    )
    if (littered) await this.#care('vacuum', littered.name)
    const isQuiet = this.#quietLooks > 0
    if (logBytes > (isQuiet ? logBytesMax.quiet : logBytesMax.busy)) await this.#care('checkpoint')
  }

  /** Counts for how many looks it has been quiet. */
  #watch(): void {
    const now = { othersMs: this.#connection.busyMs() - this.#ownMs, at: performance.now() }
    const share = (now.othersMs - this.#seen.othersMs) / Math.max(now.at - this.#seen.at, 1)
    this.#quietLooks = share < quietShare ? this.#quietLooks + 1 : 0
    this.#seen = now
  }

  /** PostgreSQL cannot be interrupted here, so what takes long waits for a longer quiet. */
  #isQuietFor({ pages }: Table): boolean {
    return this.#quietLooks > pages / pagesPerQuietLook
  }

  async #look(): Promise<Sight> {
    const { rows } = (await this.#hold(look)) as { rows: Partial<Table & Sight>[] }
    const tables = rows.filter((row): row is Table => row.name !== undefined)
    return { tables, logBytes: rows.find(row => row.logBytes !== undefined)?.logBytes ?? 0 }
  }

  async #care(care: Care, table = ''): Promise<void> {
    if (this.#stopping.signal.aborted) return
    const before = this.#ownMs
    await this.#hold(`${care} ${table}`)
    const ms = this.#ownMs - before
    this.#options.onDone?.(care, ms / 1_000)
    await this.#rest(ms * restFactor)
  }

  async #hold(sql: string): Promise<{ rows: unknown[] }> {
    const began = performance.now()
    try {
      return await this.#connection.executeSql(sql)
    } finally {
      this.#ownMs += performance.now() - began
    }
  }

  async #rest(ms: number): Promise<void> {
    const { signal } = this.#stopping
    if (!signal.aborted) await sleep(ms, null, { signal }).catch(() => null)
  }
}

/**
 * What is due by autovacuum's thresholds. PGlite's counters begin anew with every process, so each
 * table is seen to once in it, whatever they say. Sizes are those known since: asking the files
 * would take ten times as long.
 */
const look = `select pg_stat_force_next_flush();
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as "logBytes"
    from pg_control_checkpoint();
  select * from (
    select name, pages, is_own and (changed > 50 + 0.1 * rows or analyzed is null) as "isChanged",
      dead > 50 + 0.2 * rows or added > 1000 + 0.2 * rows or age > 100000000
        or is_own and vacuumed is null as "isLittered",
      dead > 1000 + 2 * rows or age > 1000000000 as "isBuried"
    from (
      select c.oid::regclass::text as name, c.relpages as pages, greatest(c.reltuples, 0) as rows,
        c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
          as is_own,
        age(c.relfrozenxid) as age, pg_stat_get_mod_since_analyze(c.oid) as changed,
        pg_stat_get_dead_tuples(c.oid) as dead, pg_stat_get_ins_since_vacuum(c.oid) as added,
        pg_stat_get_last_analyze_time(c.oid) as analyzed,
        pg_stat_get_last_vacuum_time(c.oid) as vacuumed
      from pg_class c where c.relkind = 'r') counted) due
  where "isChanged" or "isLittered" or "isBuried"
  order by pages, name`
