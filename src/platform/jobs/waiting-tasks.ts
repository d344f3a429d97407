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

/** Returns the waiting tasks of a worker, or of all. */
export async function findWaitingTasks(
  db: QueryExecutorProvider,
  now: Date,
  worker: string | null = null,
): Promise<WaitingTasks> {
  const ofWorker = worker === null ? sql`` : sql`and j.name = ${worker}`
  const { rows } = await sql<WaitingTasks>`
    select count(*)::int as count,
      min(j.start_after) filter (where j.start_after <= ${now}::timestamptz) as "dueSince"
    from (select j.start_after from worker.job j
      where j.state < 'active' and not j.blocked ${ofWorker} limit ${countMax}) j`.execute(db)
  return rows[0]!
}
