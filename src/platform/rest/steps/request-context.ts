import type { FastifyReply, FastifyRequest } from 'fastify'
import type { QueryExecutorProvider } from 'kysely'
import type { FragmentCache } from '../../cache/fragment-cache.ts'
import type { ResponseCache } from '../../cache/response-cache.ts'
import type { Clock } from '../../clock.ts'
import type { Cipher } from '../../crypto/encryption.ts'
import type { PendingWrites } from '../../db/before-commit.ts'
import type { Run } from '../../db/statements.ts'
import type { FairSemaphore } from '../../limits/fair-semaphore.ts'
import type { RouteTexts } from '../../openapi/description.ts'
import type { AuthenticationOptions } from '../auth/authenticate-hook.ts'
import type { Warning } from '../response/warnings.ts'
import type { Route } from '../route.ts'
import type { Version } from '../version.ts'

export interface ContextBase {
  db: QueryExecutorProvider
  /** Prepared statements outside of transactions. */
  read: Run
  clock: Clock
  pending: Pick<PendingWrites, 'clear'>
  cipher: Cipher
  /** Fragment cache of the response; undefined: it is not cached. */
  fragments?: FragmentCache
  warnings?: Warning[]
}

/** Operation that a permission check decides on. */
export interface Use {
  route: Pick<Route<never>, 'tag' | 'access'>
  /** Parsed body; null: not read yet. */
  body: object | null
  access: 'read' | 'write'
}

export interface ScopeOptions<Context extends ContextBase> {
  prefix: string
  /** Value of `x-api-version`; null: there are no versions. */
  label: string | null
  version: Version
  routes: readonly Route<Context>[]
  authentication: AuthenticationOptions
  idempotencyHours: number
  cache: ResponseCache
  /** Default kinds of callers. */
  callers: readonly string[]
  createContext(request: FastifyRequest): Context
  /** Documented query parameters that operations without them ignore. */
  ignoredQuery: readonly string[]
  /** Checks the permissions of a caller's role. An ApiError that it throws is the response. */
  checkUse?(request: FastifyRequest, use: Use): void
  /** Returns the schema flags of members that a caller may not see and the queries do not hide. */
  hiddenFrom?(request: FastifyRequest): readonly string[]
  /** Access snapshots of stored replies. */
  accessSnapshots?: AccessSnapshots<Context>
  inTransaction<T>(context: Context, work: (context: Context) => Promise<T>): Promise<T>
  /** Queue by tenant for the database, so one tenant cannot use all connections. */
  queue: FairSemaphore
  /** Texts of its OpenAPI document. */
  texts: RouteTexts
  /** Returns additional headers for all responses of a path, such as deprecation. */
  headersOf?(path: string): Record<string, string>
}

/** Access snapshots, which a replay compares with the caller's present access. */
interface AccessSnapshots<Context> {
  /** Returns the caller's access to all objects in a value; null: no check is needed. */
  takeSnapshot(context: Context, value: unknown): Promise<string | null>
  /** @throws ApiError if the caller has lost access since */
  checkSnapshot(context: Context, snapshot: string): Promise<void>
}

/** Options of an API version, with its runtime state. */
export interface ServedScope<Context extends ContextBase> extends ScopeOptions<Context> {
  /** Aborts when the server stops, before it waits for open requests. */
  shutdown: AbortSignal
  /**
   * Authenticates a call again and checks that its role still allows the operation.
   *
   * @returns a context with the caller's present access
   * @throws ApiError 401, or 403 OPERATION_NOT_PERMITTED
   */
  reauthenticate(call: CallToRead): Promise<Context>
}

/** Authorized call of an operation. */
export interface Call<Context extends ContextBase> {
  route: Route<Context>
  scope: ServedScope<Context>
  request: FastifyRequest
  reply: FastifyReply
  context: Context
  /** Idempotency-Key, if the operation supports it. */
  key: string | null
  /** True: needs a transaction. Known once the body is read. */
  writes: boolean
}

/** Part of a call that is needed to parse its request. */
export interface CallToRead extends Pick<Call<never>, 'route' | 'request'> {
  scope: { version: Version; checkUse?(request: FastifyRequest, use: Use): void }
}
