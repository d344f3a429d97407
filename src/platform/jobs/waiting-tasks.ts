import { type QueryExecutorProvider, sql } from 'kysely'

/** Maximum number of tasks that are counted, which bounds the time. */
const countMax = 100_000

/** Tasks of the job queue that have not begun. */
export interface WaitingTasks {
  /** Number of tasks, at most 100,000. */
  count: number
  /** Time since which the oldest one is due; null: none is due. */
  dueSince: Date | null
}

/**
 * Returns the waiting tasks of a worker, or of all; none before the first start of a server, which
 * creates the queue.
 */
export async function findWaitingTasks(
  db: QueryExecutorProvider,
  now: Date,
  worker: string | null = null,
): Promise<WaitingTasks> {
  const { rows: existing } =
    await sql`select 1 where to_regclass('worker.job') is not null`.execute(db)
  if (existing.length === 0) return { count: 0, dueSince: null }
  const ofWorker = worker === null ? sql`` : sql`and j.name = ${worker}`
  const { rows } = await sql<WaitingTasks>`
    select count(*)::int as count,
      min(j.start_after) filter (where j.start_after <= ${now}::timestamptz) as "dueSince"
    from (select j.start_after from worker.job j
      where j.state < 'active' and not j.blocked ${ofWorker} limit ${countMax}) j`.execute(db)
  return rows[0]!
}
