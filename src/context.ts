import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { BlobStore } from './platform/blobs/blob-store.ts'
import type { FragmentCache } from './platform/cache/fragment-cache.ts'
import type { InputCache } from './platform/cache/input-cache.ts'
import type { Clock } from './platform/clock.ts'
import type { Run } from './platform/db/database.ts'
import type { HttpClient } from './platform/http/http-client.ts'
import type { TargetCheck } from './platform/http/target-url.ts'
import type { SigningKeys } from './platform/keys/signing-keys.ts'
import type { Warning } from './platform/rest/answers/warnings.ts'
import { routeOf } from './platform/rest/route.ts'
import type { Sealer } from './platform/seal.ts'
import { type TaskQueue, workerOf } from './platform/worker.ts'
import type { Caller } from './rental/access/agencies/caller.ts'
import type { LogWatch } from './rental/events/event-log/log-watch.ts'
import type { PendingEvents } from './rental/events/events/pending-events.ts'
import type { Sending } from './rental/inbox/transports/transport-choice.ts'
import type { LeadChange, LeadReference } from './rental/leads/lead-history/lead-events.ts'
import type { Metrics } from './rental/metrics.ts'
import type { Tables } from './rental/tables.ts'

/** What every act and query of a request gets, made once per request and passed in plain sight. */
export interface Context {
  /** The database, or the transaction that the caller of a function has open. */
  db: Kysely<Tables>
  /** Prepared reads outside of transactions, for {@link runPrepared}. */
  read: Run
  /** Uploaded files. */
  blobs: BlobStore
  caller: Caller
  /** Cached inputs of computations; undefined: background work and commands. */
  inputs?: InputCache
  clock: Clock
  /** The request that acts, as its `x-trace-id` names it; null: work in the background. */
  requestUid: string | null
  log: FastifyBaseLogger
  metrics: Metrics
  /** The operator's settings that a rule depends on. */
  settings: Settings
  /** Where work is left that is done in the background. */
  tasks: TaskQueue
  /** What signs tokens and links. */
  signing: SigningKeys
  /** What encrypts short secrets before they are stored. */
  sealer: Sealer
  /** What says which of the URLs that clients give may be called. */
  targets: TargetCheck
  /** What calls them. */
  http: HttpClient
  /** What carries messages to guests. */
  sending: Sending
  /**
   * Gives nights that leads have freed to the external calendars that claim them, within the
   * transaction of the act, so that at no moment they can be sold. It is part of a context, since a
   * claim becomes a lead: the acts that store one would import themselves.
   */
  freedNights(ctx: Context, changes: LeadChange[]): Promise<void>
  /** Does so with the nights of a unit that was added to a unit type, or is in service again. */
  freedUnit(ctx: Context, unitType: { agency_uid: string; uid: string }): Promise<void>
  /** Updates the times of change of the leads that show a changed property or employee. */
  touchLeadsOf(ctx: Context, shown: LeadReference): Promise<void>
  /** The events of the transaction, which commit with it: see `recordEvent`. */
  pending: PendingEvents
  /** Cached fragments of the response of a read; undefined: it is not cached. */
  fragments?: FragmentCache
  /** Warnings of the response, see `warn`; undefined: background work. */
  warnings?: Warning[]
}

export interface Settings {
  sandbox: boolean
  publicUrl: string
  idempotencyHours: number
  /** 0: none. */
  storageQuotaMib: number
  callbacks: { timeoutMs: number; retryScale: number }
  /** 0: for ever. */
  deliveryRetentionDays: number
  eventRetentionDays: number
  securityEventRetentionDays: number
  /** Where it is kept who was erased, for a restore. */
  erasuresFile: string
}

/** What an operation gets besides that may wait for events. */
export interface WaitingContext extends Context {
  logs: LogWatch
}

/** What a worker gets: it acts for whom its task says. */
export type WorkContext = Omit<Context, 'caller'>

/** Types the entries of a route table. */
export const route = routeOf<Context>()

/** Types the entries of a route table whose operations may wait for events. */
export const waitingRoute = routeOf<WaitingContext>()

/** Types the entries of a route table whose operations need no credential: nobody acts. */
export const openRoute = routeOf<WorkContext>()

/** Types the entries of a table of workers. */
export const worker = workerOf<WorkContext>()
