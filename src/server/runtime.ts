/** Resources of a process, whether it serves requests, runs workers, or both. */

import type { Config } from '../config.ts'
import type { Context, WorkContext } from '../context.ts'
import type { PendingEvents } from '../pending-events/pending-events.ts'
import type { BlobStore } from '../platform/blobs/blob-store.ts'
import { ResponseCache } from '../platform/cache/response-cache.ts'
import type { Clock } from '../platform/clock.ts'
import { hashSlots } from '../platform/crypto/passwords.ts'
import { SigningKeys } from '../platform/crypto/signing-keys.ts'
import type { Database } from '../platform/db/database.ts'
import { NotifyBatcher } from '../platform/db/notify-batcher.ts'
import { DocumentCache } from '../platform/graphql/document-cache.ts'
import type { Workforce } from '../platform/jobs/job-queue.ts'
import { Wakeups } from '../platform/jobs/wakeups.ts'
import { FairSemaphore } from '../platform/limits/fair-semaphore.ts'
import {
  observeCache,
  observeDisk,
  observeLimits,
  observePools,
  observeVersion,
} from '../platform/metrics/metrics.ts'
import { UnsentBytes } from '../platform/responses/unsent-bytes.ts'
import { imageQueue } from '../platform/web/image.ts'
import { SignInCounts } from '../rental/access/employees/sign-in.ts'
import { registerSecretKeys } from '../rental/access/secret-keys/secret-keys.ts'
import { importSlots } from '../rental/distribution/ical-imports/sweep-icals.ts'
import { importNowSlots } from '../rental/distribution/ical-imports/sync-now.ts'
import { testSlots } from '../rental/events/delivery-attempts/send-test.ts'
import type { Pace } from '../rental/events/event-log/log-watch.ts'
import { openPendingEvents } from '../rental/events/events/open-pending-events.ts'
import { openTransports } from '../rental/inbox/transports/open-transports.ts'
import type { MessageTransports } from '../rental/inbox/transports/transport-choice.ts'
import { type Metrics, openMetrics } from '../rental/metrics.ts'
import { subscribers } from '../rental/subscribers.ts'
import type { Tables } from '../rental/tables.ts'
import { runningVersion } from '../version.ts'
import { openBlobStore } from './blob-store.ts'
import { examine } from './checks/doctor.ts'
import { observeWork } from './checks/work-metrics.ts'
import { type OutboundHttp, openOutboundHttp } from './outbound-http.ts'
import { requireSecretKeys } from './start/require-secret-keys.ts'
import { openBackground } from './workers.ts'

export interface Runtime extends OutboundHttp {
  config: Config
  database: Database<Tables>
  blobs: BlobStore
  clock: Clock
  metrics: Metrics
  pending: PendingEvents
  /** Emits the uid of an agency after a commit of its events in this process. */
  signals: Wakeups
  signIns: SignInCounts
  signing: SigningKeys
  queues: Queues
  /** Bytes of unread responses. */
  unsent: UnsentBytes
  /** GraphQL documents of all endpoints. */
  documentCache: DocumentCache
  cache: ResponseCache
  /** Intervals of event streams; default: the standard ones. */
  pace?: Partial<Pace>
  tasks: Workforce<WorkContext>
  sending: MessageTransports
}

/** Queues by tenant for the database. */
interface Queues {
  rest: FairSemaphore
  graphql: FairSemaphore
}

/** Limits of waiting requests, in total and of each tenant. */
const queueLimits = { waitingMax: 2_000, eachWaitingMax: 1_000, waitMs: 3_000 }

export function openQueues(): Queues {
  return {
    rest: new FairSemaphore({ limit: 'rest_turns', atOnce: 14, eachAtOnce: 7, ...queueLimits }),
    graphql: new FairSemaphore({
      limit: 'graphql_turns',
      atOnce: 10,
      eachAtOnce: 5,
      ...queueLimits,
    }),
  }
}

/**
 * Opens the resources of a process with a migrated database.
 *
 * @param options adapters of channels, and how long a response waits for message delivery
 */
export async function openRuntime(
  config: Config,
  database: Database<Tables>,
  clock: Clock,
  options: Parameters<typeof openTransports>[2] = {},
): Promise<Runtime> {
  // First, because it refuses to start with another SECRET_KEY.
  const signing = await openSigning(config, database, clock)
  const metrics = openMetrics()
  observePools(metrics, () => database.loads())
  observeDisk(metrics, config.dataDir)
  observeVersion(metrics, runningVersion().version)
  observeWork(metrics, { db: database.kysely, clock })
  const blobs = await openBlobStore(config)
  const tasks = await openBackground(database, config, metrics)
  const signals = new Wakeups()
  const batcher = new NotifyBatcher(database.run)
  const onCommitted = (agencyUids: string[]) => {
    for (const uid of agencyUids) signals.emit(uid)
  }
  const pending = openPendingEvents(clock, onCommitted, (...announcement) =>
    batcher.notify(...announcement),
  )
  const outbound = openOutboundHttp(config, clock)
  const queues = openQueues()
  const unsent = new UnsentBytes(config.unsentResponsesMb)
  const documentCache = new DocumentCache()
  observeLimits(metrics, {
    passwords: hashSlots.authenticated,
    sign_ins: hashSlots.anonymous,
    name_lookups: outbound.lookupQueue,
    pictures: imageQueue,
    calendar_imports: importSlots,
    calendar_imports_now: importNowSlots,
    webhook_tests: testSlots,
    ...queues,
  })
  const sending = openTransports({ db: database.kysely, clock }, config.sending, options)
  const signIns = new SignInCounts()
  const cache = new ResponseCache(config.responseCacheMb * 1_048_576)
  observeCache(metrics, cache)
  const resources = {
    config,
    database,
    blobs,
    clock,
    metrics,
    pending,
    signals,
    signIns,
    signing,
    tasks,
    queues,
    unsent,
    documentCache,
    cache,
  }
  return { ...resources, sending, ...outbound }
}

/**
 * Loads the signing keys. The database stores since when a key has been replaced.
 *
 * @throws Error if the database is used with other keys
 */
async function openSigning(
  { secretKeys, secretKeyVerifyHours }: Config,
  database: Database<Tables>,
  clock: Clock,
): Promise<SigningKeys> {
  const { kysely: db } = database
  await requireSecretKeys(database, secretKeys)
  const storedKeys = await registerSecretKeys({ db }, secretKeys, clock.now())
  return new SigningKeys(secretKeys, storedKeys, secretKeyVerifyHours)
}

/** Returns the part of a context that does not depend on a request or task. */
export function contextBase(runtime: Runtime): Omit<Context, 'caller' | 'log' | 'requestUid'> {
  const { config: settings, database, blobs, clock, metrics, pending, tasks } = runtime
  const { cipher, signing, targets, http, sending } = runtime
  const { kysely: db, readNow: read } = database
  const common = { db, read, blobs, clock, metrics, settings, pending, tasks }
  const examineServer = () => examine({ config: settings, database, isServing: true })
  const services = { cipher, signing, targets, http, sending, subscribers }
  return { ...common, ...services, examine: examineServer }
}
