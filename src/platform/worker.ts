/**
 * Work in the background, by pg-boss on the database that everything is in
 * (docs/decisions/0007-job-queue.md). A worker is a named piece of code; what it is given to
 * do is a task. A task that is sent within a transaction exists if and only if that commits, is
 * done by one process at a time, and is done again if the process is gone before it ended.
 */
import { randomUUID } from 'node:crypto'
import { CompiledQuery, type QueryExecutorProvider } from 'kysely'
import { getConstructionPlans, PgBoss } from 'pg-boss'
import type { Clock } from './clock.ts'
import type { Connection } from './db/database.ts'
import { databaseLimitOf, isDatabaseAway } from './db/transaction.ts'

/** What a worker is given to do. */
export interface Task<Data> {
  data: Data
  /** Aborts when the process stops: the worker throws, and the task is taken up again later. */
  signal: AbortSignal
  /** If this fails, the task is given up. */
  isLastAttempt: boolean
}

/** A kind of background work. Its name is published in the database and never changed. */
export interface Worker<Context, Data = never> {
  name: string
  /** A cron expression in UTC: of all processes one does the work, each time anew. */
  schedule?: string
  /** Called at least once for every task; it is tried again when it throws. */
  work(context: Context, task: Task<Data>): Promise<void>
}

/** Gives the entries of a table of workers their types: `const worker = workerOf<Context>()`. */
export function workerOf<Context>() {
  return <Data>(definition: Worker<Context, Data>): Worker<Context> => definition
}

/** Where tasks are left for workers. */
export interface TaskQueue {
  /** Leaves a task; inside a transaction, with what else it writes or not at all. */
  send(
    db: QueryExecutorProvider,
    worker: string,
    data: object,
    options?: { afterSeconds?: number },
  ): Promise<void>
}

/** How a task ended: `retried` and `interrupted` ones are taken up again. */
type TaskOutcome = 'done' | 'retried' | 'given_up' | 'interrupted'

interface WorkforceOptions {
  /** This process works, too, and does not merely send. */
  runs: boolean
  /** By which schedules go. */
  clock: Clock
  onError: (error: Error) => void
  /** Called after every task that was begun. */
  onEnded: (worker: string, outcome: TaskOutcome, seconds: number) => void
}

export interface Workforce<Context> extends TaskQueue {
  /** Begins to work. */
  start(context: Context): Promise<void>
  /** Takes no more tasks, waits a while for those begun, and closes its connections. */
  stop(): Promise<void>
}

const schema = 'worker'
const stopMs = 10_000
const timers = { setTimeout, setInterval, clearTimeout, clearInterval }

/** Those of who merely sends hold no process that has nothing else to do. */
const idleTimers = {
  ...timers,
  setTimeout: (act: () => void, ms?: number) => setTimeout(act, ms).unref(),
  setInterval: (act: () => void, ms?: number) => setInterval(act, ms).unref(),
} as typeof timers

const queueOptions = {
  notify: true,
  retryLimit: 10,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 3_600,
  /** A process that is gone is noticed by another one after this time. */
  heartbeatSeconds: 20,
  deleteAfterSeconds: 3_600,
}

/** What makes the tables that queues lie in, within a transaction, and their version. */
export function queueTables(): { schema: number; script: string } {
  const plan = getConstructionPlans(schema)
  const [, version] = /INSERT INTO \w+\.version\(version\) VALUES \('(\d+)'\)/.exec(plan) ?? []
  const [, statements] = /^\s*BEGIN;(.*)COMMIT;\s*$/s.exec(plan) ?? []
  if (!version || !statements) throw new Error('The job queue tables have an unexpected format')
  const limits = ['lock_timeout', 'idle_in_transaction_session_timeout']
  const unlimited = limits.map(name => `set local ${name} = 0;`).join(' ')
  return { schema: Number(version), script: `${statements} ${unlimited}` }
}

/** Opens the queues of the workers, and makes or upgrades the tables they lie in. */
export async function openWorkforce<Context>(
  connection: Connection,
  workers: readonly Worker<Context>[],
  { runs, clock, onError, onEnded }: WorkforceOptions,
): Promise<Workforce<Context>> {
  const applicationName = `${workerPrefix}${randomUUID()}`
  const boss = new PgBoss({
    ...(runs ? connected(connection, applicationName) : connected(connection, 'lodgepole sender')),
    schema,
    clock: { ...(runs ? timers : idleTimers), now: () => clock.now().getTime() },
    supervise: runs,
    schedule: runs,
    useListenNotify: runs,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
  })
  boss.on('error', onError)
  await boss.start()
  for (const { name } of workers) await openQueue(boss, name)
  const stopping = new AbortController()
  return {
    async send(db, worker, data, { afterSeconds = 0 } = {}) {
      const startAfter = afterSeconds > 0 ? { startAfter: afterSeconds } : {}
      await boss.send(worker, data, { db: transactionOf(db), ...startAfter })
    },
    async start(context) {
      if (!(await othersWork(boss, connection, applicationName))) await takeUpAgain(boss, workers)
      for (const worker of workers) {
        const patient = waitingForNodes(boss, watched(worker, onEnded))
        await employ(boss, patient, context, stopping.signal)
      }
      await setSchedules(boss, workers)
    },
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: stopMs })
    },
  }
}

/** What its statements take is short; who waits longer waits for a connection that is dead. */
const silenceLimits = {
  connectionTimeoutMillis: 3_000,
  query_timeout: 30_000,
  keepAlive: true,
  notifyHeartbeatIntervalMs: 5_000,
  notifyHeartbeatTimeoutMs: 3_000,
}

/** Apart from the pool of the requests, so that neither waits for the other. */
function connected(connection: Connection, application_name: string) {
  if ('url' in connection) {
    return {
      connectionString: connection.url,
      application_name,
      max: 2,
      allowExitOnIdle: true,
      ...silenceLimits,
    }
  }
  const { executeSql, listen } = connection
  return {
    backend: 'pglite' as const,
    db: {
      executeSql: executeSql as (text: string, values?: unknown[]) => Promise<{ rows: never[] }>,
      async listen(channel: string, onPayload: (payload: string) => void, onReady: () => void) {
        const close = await listen(channel, onPayload)
        onReady()
        return { close }
      },
    },
  }
}

const noTask = '00000000-0000-0000-0000-000000000000'

async function openQueue(boss: PgBoss, name: string): Promise<void> {
  await boss.createQueue(name, queueOptions)
  await boss.updateQueue(name, queueOptions)
  // The library now keeps the queue in memory. Otherwise it would read it when a task is sent, on
  // the embedded database while the sender's transaction holds the only connection.
  await boss.getJobById(name, noTask)
}

function transactionOf(db: QueryExecutorProvider) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      const { rows } = await db.getExecutor().executeQuery(CompiledQuery.raw(text, values))
      return { rows: rows as never[] }
    },
  }
}

const workerPrefix = 'lodgepole worker '

/** Whether another process works on the same database. */
async function othersWork(boss: PgBoss, connection: Connection, self: string): Promise<boolean> {
  if (!('url' in connection)) return false
  const { rows } = await boss.getDb().executeSql(
    `select 1 from pg_stat_activity where datname = current_database()
       and starts_with(application_name, $1) and application_name <> $2 limit 1`,
    [workerPrefix, self],
  )
  return rows.length > 0
}

/** What a process was at when it was killed is due at once, without waiting for its heartbeat. */
async function takeUpAgain<Context>(boss: PgBoss, workers: readonly Worker<Context>[]) {
  for (const { name } of workers) {
    const left = (await boss.findJobs(name)).filter(({ state }) => state === 'active')
    const ids = left.map(({ id }) => id)
    if (ids.length > 0)
      await boss.fail(name, ids, { message: 'The worker process stopped unexpectedly' })
  }
}

/** For how long a task waits whose node of a cluster is away. */
const nodeAwaySeconds = 10

/**
 * A worker that is not given up while a node of a cluster is away, for however long: such a task is
 * left anew. Where the queue lies with all else it is away, too, and the attempt fails as usual.
 */
function waitingForNodes<Context>(boss: PgBoss, worker: Worker<Context>): Worker<Context> {
  if (worker.schedule !== undefined) return worker
  return {
    ...worker,
    async work(context, task) {
      try {
        await worker.work(context, task)
      } catch (error) {
        if (!isNodeAway(error) || task.signal.aborted) throw error
        await boss.send(worker.name, task.data, { startAfter: nodeAwaySeconds })
      }
    },
  }
}

/** Not that something takes too long, which it may do each time. */
function isNodeAway(error: unknown): boolean {
  return isDatabaseAway(error) && databaseLimitOf(error) === null
}

/** A worker whose tasks are told of when they have ended. */
function watched<Context>(
  worker: Worker<Context>,
  onEnded: WorkforceOptions['onEnded'],
): Worker<Context> {
  return {
    ...worker,
    async work(context, task) {
      const begun = performance.now()
      const end = (outcome: TaskOutcome) =>
        onEnded(worker.name, outcome, (performance.now() - begun) / 1_000)
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

/** A task that is to be tried again is found by asking; of a new one the process is told. */
const pollOptions = { includeMetadata: true, notifyPollingIntervalSeconds: 2 } as const

async function employ<Context>(
  boss: PgBoss,
  worker: Worker<Context>,
  context: Context,
  stopping: AbortSignal,
) {
  let id: string | null = null
  id = await boss.work<never, void, typeof pollOptions>(worker.name, pollOptions, async jobs => {
    // The next task is due when this one is done, not when the library asks again.
    if (id !== null) boss.notifyWorker(id)
    for (const { data, signal: expired, retryCount, retryLimit } of jobs) {
      const signal = AbortSignal.any([expired, stopping])
      await worker.work(context, { data, signal, isLastAttempt: retryCount >= retryLimit })
    }
  })
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
