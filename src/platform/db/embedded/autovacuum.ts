/**
 * Maintenance of the embedded database, which background processes do on a server: autovacuum
 * updates planner statistics and removes dead rows (docs/decisions/0002-embedded-database.md); the
 * checkpointer truncates the write-ahead log, which otherwise grows while the database is open.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  EmbeddedConnection,
  Maintenance,
  MaintenanceOptions,
  MaintenanceTask,
} from '../database.ts'

interface AutovacuumOptions extends MaintenanceOptions {
  pollMs?: number
}

/** Table that is due for maintenance by the counters of PostgreSQL. */
interface DueTable {
  name: string
  /** Number of 8 KiB blocks at the last vacuum or analyze. */
  pages: number
  /** True: it has no statistics, or most of its rows have changed since. */
  analyzeNow: boolean
  /** True: enough rows have changed to analyze when idle, or have in an earlier process. */
  analyzeWhenIdle: boolean
  /** True: enough dead rows to vacuum when idle. */
  vacuumWhenIdle: boolean
  /** True: enough dead rows to vacuum at once. */
  vacuumNow: boolean
}

interface PollResult {
  /** Tables due for maintenance, the smallest first: most of them take little time. */
  tables: DueTable[]
  /** Bytes of the write-ahead log that a restart after a crash would replay. */
  logBytes: number
}

const pollMsDefault = 10_000

/** Size of the log that triggers a checkpoint, when idle and when busy. */
const mebibyte = 1_048_576
const logBytesMax = { idle: 8 * mebibyte, busy: 64 * mebibyte }

/** Maximum share of a poll interval that other callers hold the connection while it is idle. */
const busyShareMax = 0.2

/** Number of pages that can be vacuumed in one idle poll interval. */
const pagesPerIdlePoll = 5_000

/** Pause after a task, as a multiple of the time for which it held the connection. */
const pauseFactor = 9

/** Maintenance of an embedded database until it is stopped. */
export class Autovacuum implements Maintenance {
  readonly #connection: EmbeddedConnection
  readonly #options: AutovacuumOptions
  readonly #stopping = new AbortController()
  readonly #ended: Promise<void>
  /**
   * Time of the last poll, and the milliseconds for which others had held the connection by then.
   */
  #lastPoll = { othersMs: 0, polledAt: performance.now() }
  /** Milliseconds for which maintenance itself has held the connection. */
  #ownMs = 0
  /** Number of consecutive polls for which the connection was idle. */
  #idlePolls = 0

  constructor(connection: EmbeddedConnection, options: AutovacuumOptions) {
    this.#connection = connection
    this.#options = options
    this.#ended = this.#runUntilStopped()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
  }

  async #runUntilStopped(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#runRound()
      } catch (error) {
        this.#options.onError(error as Error)
      }
      await this.#pause(this.#options.pollMs ?? pollMsDefault)
    }
  }

  /**
   * Runs one round of maintenance. Tasks that need an idle connection come last, one table a round.
   */
  async #runRound(): Promise<void> {
    this.#measureLoad()
    const { tables, logBytes } = await this.#poll()
    const isIdle = this.#idlePolls > 0
    for (const { name, analyzeNow, analyzeWhenIdle } of tables)
      if (analyzeNow || (analyzeWhenIdle && isIdle)) await this.#runTask('analyze', name)
    for (const { name, vacuumNow } of tables) if (vacuumNow) await this.#runTask('vacuum', name)
    const idleTable = tables.find(
      table => table.vacuumWhenIdle && !table.vacuumNow && this.#isIdleFor(table),
    )
    if (idleTable) await this.#runTask('vacuum', idleTable.name)
    if (logBytes > (isIdle ? logBytesMax.idle : logBytesMax.busy)) await this.#runTask('checkpoint')
  }

  #measureLoad(): void {
    const poll = { othersMs: this.#connection.busyMs() - this.#ownMs, polledAt: performance.now() }
    const busyShare =
      (poll.othersMs - this.#lastPoll.othersMs) /
      Math.max(poll.polledAt - this.#lastPoll.polledAt, 1)
    this.#idlePolls = busyShare < busyShareMax ? this.#idlePolls + 1 : 0
    this.#lastPoll = poll
  }

  /**
   * Returns whether the connection has been idle for long enough: a vacuum cannot be interrupted.
   */
  #isIdleFor({ pages }: DueTable): boolean {
    return this.#idlePolls > pages / pagesPerIdlePoll
  }

  async #poll(): Promise<PollResult> {
    // The script returns one row with the size of the log, and a row for each table.
    const { rows } = (await this.#run(pollSql)) as { rows: Partial<DueTable & PollResult>[] }
    const tables = rows.filter((row): row is DueTable => row.name !== undefined)
    return { tables, logBytes: rows.find(row => row.logBytes !== undefined)?.logBytes ?? 0 }
  }

  async #runTask(task: MaintenanceTask, table = ''): Promise<void> {
    if (this.#stopping.signal.aborted) return
    const ownMsBefore = this.#ownMs
    await this.#run(`${task} ${table}`)
    const heldMs = this.#ownMs - ownMsBefore
    this.#options.onDone?.(task, heldMs / 1_000)
    await this.#pause(heldMs * pauseFactor)
  }

  async #run(sql: string): Promise<{ rows: unknown[] }> {
    const { rows, heldMs } = await this.#connection.executeSql(sql)
    this.#ownMs += heldMs
    return { rows }
  }

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#stopping
    if (!signal.aborted) await sleep(ms, null, { signal }).catch(() => null)
  }
}

/**
 * Query for due maintenance by the thresholds of autovacuum. The counters of PGlite start at zero
 * in every process, so each table is maintained once per process regardless. Sizes are the last
 * known ones: reading the file sizes would take ten times as long.
 */
const pollSql = `select pg_stat_force_next_flush();
  select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::bigint as "logBytes"
    from pg_control_checkpoint();
  select * from (
    select name, pages,
      is_own and (changed > 500 + rows or analyzed is null and not has_statistics)
        as "analyzeNow",
      is_own and (changed > 50 + 0.1 * rows or analyzed is null) as "analyzeWhenIdle",
      dead > 50 + 0.2 * rows or added > 1000 + 0.2 * rows or age > 100000000
        or is_own and vacuumed is null as "vacuumWhenIdle",
      dead > 1000 + 2 * rows or age > 1000000000 as "vacuumNow"
    from (
      select c.oid::regclass::text as name, c.relpages as pages, greatest(c.reltuples, 0) as rows,
        c.reltuples >= 0 as has_statistics,
        c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
          as is_own,
        age(c.relfrozenxid) as age, pg_stat_get_mod_since_analyze(c.oid) as changed,
        pg_stat_get_dead_tuples(c.oid) as dead, pg_stat_get_ins_since_vacuum(c.oid) as added,
        pg_stat_get_last_analyze_time(c.oid) as analyzed,
        pg_stat_get_last_vacuum_time(c.oid) as vacuumed
      from pg_class c where c.relkind = 'r') counted) due
  where "analyzeNow" or "analyzeWhenIdle" or "vacuumWhenIdle" or "vacuumNow"
  order by pages, name`
