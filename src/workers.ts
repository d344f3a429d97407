/** Everything that is done in the background on one page. */
import type { FastifyBaseLogger } from 'fastify'
import { openCallbacks } from './callbacks.ts'
import type { Config } from './config.ts'
import { type WorkContext, worker } from './context.ts'
import type { BlobStore } from './platform/blobs/blob-store.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { forgetKeys } from './platform/rest/idempotency.ts'
import { forgetWindows } from './platform/rest/rate-limit.ts'
import { openWorkforce, type TaskQueue, type Workforce } from './platform/worker.ts'
import { openOutbox } from './rental/events/open-outbox.ts'
import { leadWorkers } from './rental/leads/leads.worker.ts'
import { photoWorkers } from './rental/photos/photos.worker.ts'
import { pricingTaskWorkers } from './rental/pricing-tasks/pricing-tasks.worker.ts'
import type { Tables } from './rental/tables.ts'

const forgetRequests = worker({
  name: 'forget-requests',
  schedule: '17 * * * *',
  async work({ db, clock, settings, log }) {
    const now = clock.now()
    const keys = await forgetKeys(db, { now, hours: settings.idempotencyHours })
    const windows = await forgetWindows(db, now)
    log.info({ keys, windows }, 'forgot old requests')
  },
})

export const workers = [forgetRequests, ...leadWorkers, ...photoWorkers, ...pricingTaskWorkers]

/** Opens the queues of the workers; with RUN_WORKER this process is one that works. */
export async function openBackground(
  database: Database<Tables>,
  config: Pick<Config, 'runWorker'>,
): Promise<Workforce<WorkContext>> {
  return openWorkforce(database.connection, workers, {
    runs: config.runWorker,
    onError: error => console.error(`Background work: ${error.message}`),
  })
}

interface WorkServices {
  config: Config
  database: Database<Tables>
  blobs: BlobStore
  clock: Clock
  tasks: TaskQueue
}

/** What workers work with. */
export function workContext(
  { config, database, blobs, clock, tasks }: WorkServices,
  log: FastifyBaseLogger,
): WorkContext {
  const { kysely: db, read } = database
  const shared = { db, read, blobs, clock, tasks, outbox: openOutbox(clock) }
  return { ...shared, ...openCallbacks(config), requestUid: null, log, settings: config }
}

/** Begins to work, if this process is one that does. */
export async function startWorkers(
  workforce: Workforce<WorkContext>,
  services: WorkServices,
  log: FastifyBaseLogger,
): Promise<void> {
  if (services.config.runWorker) await workforce.start(workContext(services, log))
}
