/**
 * Background tasks, on pg-boss in the main database (docs/decisions/0007-job-queue.md). A worker is
 * the code for one kind of task. A task that is sent within a transaction exists only after its
 * commit, is run by one process at a time, and is run again after a crash of that process.
 */
import { randomUUID } from 'node:crypto'
import { CompiledQuery, type QueryExecutorProvider } from 'kysely'
import { getConstructionPlans, PgBoss } from 'pg-boss'
import type { Clock } from '../clock.ts'
import type { Connection } from '../db/database.ts'
import { exceededLimit, isDatabaseUnavailable } from '../db/transaction.ts'

export interface Task<Data> {
  data: Data
  /** Aborts when the process stops: the worker throws, and the task is retried later. */
  signal: AbortSignal
  /** True: the task is given up if this attempt fails. */
  isLastAttempt: boolean
}

/** Kind of background work. Its name is stored in the database and never changes. */
export interface Worker<Context, Data = never> {
  name: string
  /** Cron expression in UTC. Each time, one process runs the work. */
  schedule?: string
  /** Called at least once for every task. The task is retried if it throws. */
  work(context: Context, task: Task<Data>): Promise<void>
}

/** Infers the types of workers in a table: `const worker = workerOf<Context>()`. */
export function defineWorker<Context>() {
  return <Data>(definition: Worker<Context, Data>): Worker<Context> => definition
}

export interface TaskQueue {
  /** Sends a task. Inside a transaction, it commits or rolls back with that. */
  send(
    db: QueryExecutorProvider,
    worker: string,
    data: object,
    options?: { afterSeconds?: number },
  ): Promise<void>
}

/** Outcome of a task. `retried` and `interrupted` tasks run again. */
type TaskOutcome = 'done' | 'retried' | 'given_up' | 'interrupted'

interface WorkforceOptions {
  /** True if this process runs tasks; false if it only sends them. */
  runs: boolean
  clock: Clock
  onError: (error: Error) => void
  onEnded: (worker: string, outcome: TaskOutcome, seconds: number) => void
}

export interface Workforce<Context> extends TaskQueue {
  start(context: Context): Promise<void>
  /** Stops taking tasks, waits a while for running ones, and closes the connections. */
  stop(): Promise<void>
}

const schema = 'worker'
/** Maximum wait for running tasks when the process stops, in milliseconds. */
const stopMs = 10_000
const timers = { setTimeout, setInterval, clearTimeout, clearInterval }

/** Timers of a process that only sends, which do not keep it running. */
const idleTimers = {
  ...timers,
  setTimeout: (callback: () => void, ms?: number) => setTimeout(callback, ms).unref(),
  setInterval: (callback: () => void, ms?: number) => setInterval(callback, ms).unref(),
} as typeof timers

const queueOptions = {
  notify: true,
  retryLimit: 10,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 3_600,
  /** Time after which another process detects a crash, in seconds. */
  heartbeatSeconds: 20,
  deleteAfterSeconds: 3_600,
}

/**
 * Returns the script that creates the tables of the queues, within a transaction, and their
 * version.
 */
export function queueTables(): { schema: number; script: string } {
  const plan = getConstructionPlans(schema)
  const [, version] = /INSERT INTO \w+\.version\(version\) VALUES \('(\d+)'\)/.exec(plan) ?? []
  const [, statements] = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(plan) ?? []
  if (!version || !statements) throw new Error('The job queue tables have an unexpected format')
  const limits = ['lock_timeout', 'idle_in_transaction_session_timeout']
  const unlimited = limits.map(name => `set local ${name} = 0;`).join(' ')
  return { schema: Number(version), script: `${statements} ${unlimited}` }
}

/** Opens the queues of the workers, and creates or upgrades their tables. */
export async function openWorkforce<Context>(
  connection: Connection,
  workers: readonly Worker<Context>[],
  { runs, clock, onError, onEnded }: WorkforceOptions,
): Promise<Workforce<Context>> {
  const applicationName = `${workerPrefix}${randomUUID()}`
  const boss = new PgBoss({
    // Separate from the pools of requests, so that neither waits for the other.
    ...connection.queueOptions(runs ? applicationName : 'lodgepole sender'),
    schema,
    clock: { ...(runs ? timers : idleTimers), now: () => clock.now().getTime() },
    supervise: runs,
    schedule: runs,
    useListenNotify: runs,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  boss.on('error', error => onError(toError(error)))
  await boss.start()
  for (const { name } of workers) await openQueue(boss, name)
  const stopping = new AbortController()
  return {
    async send(db, worker, data, { afterSeconds = 0 } = {}) {
      const startAfter = afterSeconds > 0 ? { startAfter: afterSeconds } : {}
      await boss.send(worker, data, { db: queueTransaction(db), ...startAfter })
    },
    async start(context) {
      // Active tasks without another process are those of a crashed one.
      if (!(await hasOtherWorkers(boss, applicationName))) await retryInterrupted(boss, workers)
      for (const worker of workers) {
        const wrapped = retryOnUnavailableNodes(boss, reportOutcomes(worker, onEnded))
        await runWorker(boss, wrapped, context, stopping.signal)
      }
      await setSchedules(boss, workers)
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: stopMs })
    },
  }
}

/** Returns an error as one of `Error`: the library reports some as objects with its fields. */
function toError(error: Error): Error {
  return error instanceof Error ? error : Object.assign(new Error(), error as object)
}

const unusedTaskId = '00000000-0000-0000-0000-000000000000'

async function openQueue(boss: PgBoss, name: string): Promise<void> {
  // The options of an existing queue are not changed by its creation.
  await boss.createQueue(name, queueOptions)
  await boss.updateQueue(name, queueOptions)
  // The library now caches the queue. Otherwise it would read it when a task is sent, on the
  // embedded database while the sender's transaction holds the only connection.
  await boss.getJobById(name, unusedTaskId)
}

function queueTransaction(db: QueryExecutorProvider) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await db.getExecutor().executeQuery(CompiledQuery.raw(text, values))
      return { rows: rows as never[] }
    },
  }
}

const workerPrefix = 'lodgepole worker '

/** Returns whether another process runs tasks on the same database. */
async function hasOtherWorkers(boss: PgBoss, ownName: string): Promise<boolean> {
  const { rows } = await boss.getDb().executeSql(
    `select 1 from pg_stat_activity where datname = current_database()
       and starts_with(application_name, $1) and application_name <> $2 limit 1`,
    [workerPrefix, ownName],
  )
  return rows.length > 0
}

/** Fails the tasks of crashed processes, so that they are due before the heartbeat timeout. */
async function retryInterrupted<Context>(boss: PgBoss, workers: readonly Worker<Context>[]) {
  for (const { name } of workers) {
    const interrupted = (await boss.findJobs(name)).filter(({ state }) => state === 'active')
    const ids = interrupted.map(({ id }) => id)
    if (ids.length > 0)
      await boss.fail(name, ids, { message: 'The worker process stopped unexpectedly' })
  }
}

/** Delay of a task whose cluster node is unavailable, in seconds. */
const unavailableNodeSeconds = 10

/**
 * Wraps a worker. Its tasks are not given up while a node of a cluster is unavailable, but sent
 * again. If the queue itself is unavailable, the attempt fails as usual.
 */
function retryOnUnavailableNodes<Context>(boss: PgBoss, worker: Worker<Context>): Worker<Context> {
  if (worker.schedule !== undefined) return worker
  return {
    ...worker,
    async work(context, task) {
      try {
        await worker.work(context, task)
      } catch (error) {
        if (!isNodeUnavailable(error) || task.signal.aborted) throw error
        await boss.send(worker.name, task.data, { startAfter: unavailableNodeSeconds })
      }
    },
  }
}

/**
 * Returns whether a node is unavailable. Timeouts do not count, because a slow statement may always
 * be slow.
 */
function isNodeUnavailable(error: unknown): boolean {
  return isDatabaseUnavailable(error) && exceededLimit(error) === null
}

function reportOutcomes<Context>(
  worker: Worker<Context>,
  onEnded: WorkforceOptions['onEnded'],
): Worker<Context> {
  return {
    ...worker,
    async work(context, task) {
      const startedAt = performance.now()
      const end = (outcome: TaskOutcome) =>
        onEnded(worker.name, outcome, (performance.now() - startedAt) / 1_000)
      try {
        await worker.work(context, task)
        end('done')
      } catch (error) {
        if (task.signal.aborted) end('interrupted')
        else end(task.isLastAttempt ? 'given_up' : 'retried')
        throw error
      }
    },
  }
}

/** Polling options for retried tasks. New tasks arrive by notification. */
const pollOptions = { includeMetadata: true, notifyPollingIntervalSeconds: 2 } as const

async function runWorker<Context>(
  boss: PgBoss,
  worker: Worker<Context>,
  context: Context,
  stopping: AbortSignal,
) {
  let workerId: string | null = null
  workerId = await boss.work<never, void, typeof pollOptions>(
    worker.name,
    pollOptions,
    async jobs => {
      // The next task is due when this one is done, not at the next poll.
      if (workerId !== null) boss.notifyWorker(workerId)
      for (const { data, signal: expired, retryCount, retryLimit } of jobs) {
        const signal = AbortSignal.any([expired, stopping])
        await worker.work(context, { data, signal, isLastAttempt: retryCount >= retryLimit })
      }
    },
  )
}

async function setSchedules<Context>(boss: PgBoss, workers: readonly Worker<Context>[]) {
  for (const { name, schedule } of workers) {
    if (schedule !== undefined) await boss.schedule(name, schedule, null, { tz: 'UTC' })
  }
  const scheduled = new Set(workers.flatMap(({ name, schedule }) => (schedule ? [name] : [])))
  for (const { name } of await boss.getSchedules()) {
    if (!scheduled.has(name)) await boss.unschedule(name)
  }
}
