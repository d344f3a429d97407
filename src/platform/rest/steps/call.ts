import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueryExecutorProvider } from 'kysely'
import type { FragmentCache } from '../../cache/fragment-cache.ts'
import type { ResponseCache } from '../../cache/response-cache.ts'
import type { Clock } from '../../clock.ts'
import type { Run } from '../../db/database.ts'
import type { PendingWrites } from '../../db/pending-writes.ts'
import type { FairTurns } from '../../limits/fair-turns.ts'
import type { Wording } from '../../openapi/description.ts'
import type { Sealer } from '../../seal.ts'
import type { Warning } from '../answers/warnings.ts'
import type { AdmissionOptions } from '../limits/admission.ts'
import type { Route } from '../route.ts'
import type { Version } from '../version.ts'

export interface ContextBase {
  db: QueryExecutorProvider
  /** Prepared reads outside of transactions. */
  read: Run
  clock: Clock
  pending: Pick<PendingWrites, 'clear'>
  sealer: Sealer
  /** Cached fragments of the response; undefined: it is not cached. */
  fragments?: FragmentCache
  /** Warnings of the response. */
  warnings?: Warning[]
}

/** What a request is about to do. */
export interface Use {
  route: Pick<Route<never>, 'tag' | 'access'>
  /** The parsed body; null: it is not read yet. */
  body: object | null
  access: 'read' | 'write'
}

/** One version of the interface: a prefix, its routes, and who gets in. */
export interface ScopeOptions<Context extends ContextBase> {
  prefix: string
  /** What `x-api-version` says; null where there are no versions. */
  label: string | null
  version: Version
  routes: readonly Route<Context>[]
  admission: AdmissionOptions
  idempotencyHours: number
  cache: ResponseCache
  /** Kinds of callers that may use a route that names none. */
  callers: readonly string[]
  contextOf(request: FastifyRequest): Context
  /** Documented query parameters that are ignored where an operation does not have them. */
  ignoredQuery: readonly string[]
  /** Checks what the role of a caller allows. What it throws is the answer. */
  checkUse?(request: FastifyRequest, use: Use): void
  /** The marks of schemas that hide a member from a caller, where the queries do not. */
  hiddenFrom?(request: FastifyRequest): readonly string[]
  /** What of a reply that is stored under a key not everybody may see. */
  extents?: Extents<Context>
  inTransaction<T>(context: Context, act: (context: Context) => Promise<T>): Promise<T>
  /** Tenants ask the database in turn, so that none has all connections. */
  turns: FairTurns
  /** How its OpenAPI document speaks of its operations. */
  wording: Wording
  /** Headers of every answer of a route, such as deprecation. */
  headersOf?(path: string): Record<string, string>
}

/** Who may be given a stored reply again: what callers see is asked anew. */
export interface Extents<Context> {
  /** What the caller sees of all that a value names; null: nothing needs to be asked. */
  extentOf(context: Context, value: unknown): Promise<string | null>
  /** @throws ApiError when the caller sees less by now */
  checkExtent(context: Context, extent: string): Promise<void>
}

/** A version of the interface while it is served. */
export interface ServedScope<Context extends ContextBase> extends ScopeOptions<Context> {
  /** Aborts when the server stops, before it waits for the requests that are open. */
  stopping: AbortSignal
  /**
   * Authenticates the request of a call again, and checks that its role still has the operation.
   *
   * @returns the context for the caller as it is now
   * @throws ApiError 401, or 403 OPERATION_NOT_PERMITTED
   */
  renew(call: CallToRead): Promise<Context>
}

/** A request that was admitted to an operation. */
export interface Call<Context extends ContextBase> {
  route: Route<Context>
  scope: ServedScope<Context>
  request: FastifyRequest
  reply: FastifyReply
  context: Context
  /** Its Idempotency-Key, of an operation that heeds one. */
  key: string | null
  /** Whether it stores something, and so needs a transaction; known once the body is read. */
  writes: boolean
}

/** What of a call says how to read what was sent, whatever its context is. */
export interface CallToRead extends Pick<Call<never>, 'route' | 'request'> {
  scope: { version: Version; checkUse?(request: FastifyRequest, use: Use): void }
}
