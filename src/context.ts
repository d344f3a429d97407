import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { SystemPage } from './config.ts'
import type { PendingEvents } from './pending-events/pending-events.ts'
import type { BlobStore } from './platform/blobs/blob-store.ts'
import type { FragmentCache } from './platform/cache/fragment-cache.ts'
import type { InputCache } from './platform/cache/input-cache.ts'
import type { Clock } from './platform/clock.ts'
import type { Cipher } from './platform/crypto/encryption.ts'
import type { SigningKeys } from './platform/crypto/signing-keys.ts'
import type { Run } from './platform/db/statements.ts'
import type { HttpClient } from './platform/http/http-client.ts'
import type { TargetCheck } from './platform/http/target-url.ts'
import { defineWorker, type TaskQueue } from './platform/jobs/job-queue.ts'
import type { Warning } from './platform/rest/response/warnings.ts'
import { routeOf } from './platform/rest/route.ts'
import type { Caller } from './rental/access/agencies/caller.ts'
import type { LogWatch } from './rental/events/event-log/log-watch.ts'
import type { MessageTransports } from './rental/inbox/transports/transport-choice.ts'
import type { LeadChange, LeadReference } from './rental/leads/lead-history/lead-events.ts'
import type { Metrics } from './rental/metrics.ts'
import type { PropertyRow } from './rental/properties/properties/property.ts'
import type { Tables } from './rental/tables.ts'

/** Dependencies of an action or query, created once per request and passed explicitly. */
export interface Context {
  /** Database, or the open transaction of the caller. */
  db: Kysely<Tables>
  /** Prepared statements outside of transactions, for {@link runPrepared}. */
  read: Run
  blobs: BlobStore
  caller: Caller
  /** Cached inputs of computations; undefined: background work and commands. */
  inputs?: InputCache
  clock: Clock
  /** Uid of the request, its `x-trace-id`; null: background work. */
  requestUid: string | null
  log: FastifyBaseLogger
  metrics: Metrics
  /** Settings of the operator that affect rules. */
  settings: Settings
  tasks: TaskQueue
  signing: SigningKeys
  /** Encrypts short secrets before they are stored. */
  cipher: Cipher
  /** Checks URLs that clients specify. */
  targets: TargetCheck
  /** Sends requests to these URLs. */
  http: HttpClient
  sending: MessageTransports
  /** Runs the checks of `lodgepole doctor`. */
  examine(): Promise<SystemCheck[]>
  subscribers: Subscribers
  /** Events of the transaction, committed with it: see `recordEvent`. */
  pending: PendingEvents
  /** Cached fragments of the response of a read; undefined: it is not cached. */
  fragments?: FragmentCache
  /** Warnings of the response, see `warn`; undefined: background work. */
  warnings?: Warning[]
}

/** Context of a change of leads, the subset that commands have. */
export type LeadChangeContext = Pick<
  Context,
  'db' | 'caller' | 'clock' | 'pending' | 'requestUid' | 'tasks' | 'subscribers'
>

interface Key {
  agency_uid: string
  uid: string
}

/**
 * Reactions to changes in districts that do not know the districts that react. Each runs in the
 * transaction of the change, and a rejection rolls it back. `rental/subscribers.ts` lists them.
 */
export interface Subscribers {
  /** Runs when a partner gets its first grant of an agency or loses its last one. */
  accessChanged(
    ctx: Pick<Context, 'db' | 'clock' | 'pending'>,
    party: { agencyUid: string; partnerUid: string },
    hasAccess: boolean,
  ): Promise<void>
  /** Runs when an agency is enabled again that was disabled at a time. */
  agencyEnabled(
    ctx: Pick<Context, 'db' | 'clock' | 'pending'>,
    pause: { agencyUid: string; disabledAt: Date },
  ): Promise<void>
  /** Runs when a property or employee in the response of leads has changed. */
  shownChanged(ctx: Context, shown: LeadReference): Promise<void>
  propertyCreated(ctx: Context, property: Key & { created_at: Date }): Promise<void>
  timeZoneChanged(ctx: Context, property: Key, timeZone: string): Promise<void>
  /** Runs before a locked property is deleted. */
  propertyDeleting(ctx: Context, property: Key): Promise<void>
  /** Runs a change of a locked master's subs, and moves the nights of leads with it. */
  subsChanging(ctx: Context, master: PropertyRow, change: () => Promise<void>): Promise<void>
  /** Runs when a unit was added to a unit type, or is in service again. */
  unitAdded(ctx: Context, unitType: Key): Promise<void>
  /** Runs before a locked unit is deleted or taken out of service. */
  unitRemoving(ctx: Context, unit: Key): Promise<void>
  leadsChanged(ctx: LeadChangeContext, changes: LeadChange[]): Promise<void>
}

/** Result of a check of the server. */
interface SystemCheck {
  name: string
  status: 'ok' | 'warning' | 'failed' | 'skipped'
  detail: string
  /** Action that the operator should take; null: none. */
  remedy: string | null
}

interface Settings {
  sandbox: boolean
  publicUrl: string
  idempotencyHours: number
  /** Storage quota in MiB; 0: none. */
  storageQuotaMib: number
  callbacks: { timeoutMs: number; retryScale: number }
  /** Retention of deliveries; 0: unlimited. */
  deliveryRetentionDays: number
  eventRetentionDays: number
  securityEventRetentionDays: number
  /** File with the list of erasures, which a restore repeats. */
  erasuresFile: string
  /** Null: the embedded database. */
  databaseUrl: string | null
  backups: { everyHours: number }
  systemPage: SystemPage
  sending: { smtp: { host: string; mailFrom: string } | null }
}

/** Context of operations that may wait for events. */
export interface WaitingContext extends Context {
  logs: LogWatch
}

/** Context of a worker. The task names its caller. */
export type WorkContext = Omit<Context, 'caller'>

/** Types the entries of a route table. */
export const route = routeOf<Context>()

/** Types the entries of a route table whose operations may wait for events. */
export const waitingRoute = routeOf<WaitingContext>()

/** Types the entries of a route table whose operations need no credential or caller. */
export const openRoute = routeOf<WorkContext>()

/** Types the entries of a table of workers. */
export const worker = defineWorker<WorkContext>()
