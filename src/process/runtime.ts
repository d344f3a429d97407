/** What a process of Lodgepole is made of, whether it serves, works or both. */

import type { Config } from '../config.ts'
import type { Context, WorkContext } from '../context.ts'
import type { BlobStore } from '../platform/blobs/blob-store.ts'
import { ResponseCache } from '../platform/cache/response-cache.ts'
import type { Clock } from '../platform/clock.ts'
import { Announcer } from '../platform/db/announcer.ts'
import type { Database } from '../platform/db/database.ts'
import { DocumentCache } from '../platform/graphql/document-cache.ts'
import { pictureTurns } from '../platform/image.ts'
import { SigningKeys } from '../platform/keys/signing-keys.ts'
import { FairTurns } from '../platform/limits/fair-turns.ts'
import { observeCache, observeLimits, observePools, observeRoom } from '../platform/metrics.ts'
import { hashTurns } from '../platform/passwords.ts'
import { UnsentBytes } from '../platform/responses/unsent-bytes.ts'
import { Signals } from '../platform/signals.ts'
import type { Workforce } from '../platform/worker.ts'
import { SignInCounts } from '../rental/access/employees/sign-in.ts'
import { keepSecretKeys } from '../rental/access/secret-keys/secret-keys.ts'
import { importTurns } from '../rental/around/ical-imports/sweep-icals.ts'
import { importNowTurns } from '../rental/around/ical-imports/sync-now.ts'
import { followFreedNights } from '../rental/around/ical-stays/follow-freed-nights.ts'
import { followFreedUnit } from '../rental/around/ical-stays/follow-freed-unit.ts'
import { backlogAgeUnscoped } from '../rental/events/deliveries/deliveries.ts'
import { testTurns } from '../rental/events/delivery-attempts/send-test.ts'
import type { Pace } from '../rental/events/event-log/log-watch.ts'
import { openPendingEvents } from '../rental/events/events/open-pending-events.ts'
import type { PendingEvents } from '../rental/events/events/pending-events.ts'
import { openSending } from '../rental/inbox/transports/open-transports.ts'
import type { Sending } from '../rental/inbox/transports/transport-choice.ts'
import { touchLeadsOf } from '../rental/leads/lead-history/touch-leads-of.sql.ts'
import { type Metrics, openMetrics } from '../rental/metrics.ts'
import type { Tables } from '../rental/tables.ts'
import { openBackground } from '../workers.ts'
import { openBlobStore } from './blob-store.ts'
import { type Callbacks, openCallbacks } from './callbacks.ts'
import { requireSecretKeys } from './start/require-secret-keys.ts'

export interface Runtime extends Callbacks {
  config: Config
  database: Database<Tables>
  blobs: BlobStore
  clock: Clock
  metrics: Metrics
  pending: PendingEvents
  /** Beats with the uid of an agency when events of it have been committed in this process. */
  signals: Signals
  signIns: SignInCounts
  signing: SigningKeys
  turns: Turns
  /** Bytes of responses that clients have not taken. */
  unsent: UnsentBytes
  /** GraphQL documents of all endpoints. */
  documentCache: DocumentCache
  cache: ResponseCache
  /** How often streams of events do what, if not as usual. */
  pace?: Partial<Pace>
  tasks: Workforce<WorkContext>
  sending: Sending
}

/** Who asks the database in turn, tenant by tenant. */
interface Turns {
  rest: FairTurns
  graphql: FairTurns
}

const patience = { waitingMax: 2_000, eachWaitingMax: 1_000, waitMs: 3_000 }

function openTurns(): Turns {
  return {
    rest: new FairTurns({ limit: 'rest_turns', atOnce: 14, eachAtOnce: 7, ...patience }),
    graphql: new FairTurns({ limit: 'graphql_turns', atOnce: 10, eachAtOnce: 5, ...patience }),
  }
}

/**
 * Opens all that a process needs beside a migrated database.
 *
 * @param options adapters of channels, and how long answers wait for messages to be sent
 */
export async function openRuntime(
  config: Config,
  database: Database<Tables>,
  clock: Clock,
  options: Parameters<typeof openSending>[2] = {},
): Promise<Runtime> {
  // First, because it refuses to start with another SECRET_KEY.
  const signing = await openSigning(config, database, clock)
  const metrics = openMetrics()
  observePools(metrics, () => database.loads())
  observeRoom(metrics, database.room)
  metrics.deliveryBacklog.observe({}, () => backlogAgeUnscoped({ db: database.kysely, clock }))
  const blobs = await openBlobStore(config)
  const tasks = await openBackground(database, config, metrics)
  const signals = new Signals()
  const announcer = new Announcer(database.run)
  const told = (agencyUids: string[]) => {
    for (const uid of agencyUids) signals.emit(uid)
  }
  const pending = openPendingEvents(clock, told, (...announced) => announcer.announce(...announced))
  const callbacks = openCallbacks(config, clock)
  const turns = openTurns()
  const unsent = new UnsentBytes(config.unsentResponsesMb)
  const documentCache = new DocumentCache()
  observeLimits(metrics, {
    passwords: hashTurns.known,
    sign_ins: hashTurns.strangers,
    name_lookups: callbacks.lookupTurns,
    pictures: pictureTurns,
    calendar_imports: importTurns,
    calendar_imports_now: importNowTurns,
    webhook_tests: testTurns,
    ...turns,
  })
  const sending = openSending({ db: database.kysely, clock }, config.sending, options)
  const signIns = new SignInCounts()
  const cache = new ResponseCache(config.answerMemoryMb * 1_048_576)
  observeCache(metrics, cache)
  const parts = {
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
    turns,
    unsent,
    documentCache,
    cache,
  }
  return { ...parts, sending, ...callbacks }
}

/**
 * The database says since when an older key is one.
 *
 * @throws Error when it is used with other keys
 */
async function openSigning(
  { secretKeys, secretKeyVerifyHours }: Config,
  database: Database<Tables>,
  clock: Clock,
): Promise<SigningKeys> {
  const { kysely: db } = database
  await requireSecretKeys(database, secretKeys)
  const known = await keepSecretKeys({ db }, secretKeys, clock.now())
  return new SigningKeys(secretKeys, known, secretKeyVerifyHours)
}

/** What acts and queries get of it, beside what a request or task has of its own. */
export function contextBase(runtime: Runtime): Omit<Context, 'caller' | 'log' | 'requestUid'> {
  const { config: settings, database, blobs, clock, metrics, pending, tasks } = runtime
  const { sealer, signing, targets, http, sending } = runtime
  const { kysely: db, readNow: read } = database
  const own = { db, read, blobs, clock, metrics, settings, pending, tasks }
  const [freedNights, freedUnit] = [followFreedNights, followFreedUnit]
  return { ...own, sealer, signing, targets, http, sending, freedNights, freedUnit, touchLeadsOf }
}
