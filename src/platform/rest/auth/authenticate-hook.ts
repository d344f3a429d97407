import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { TagVersions } from '../../db/cache-tags/read-versions.ts'
import type { VersionsByTag } from '../../db/cache-tags/tag-version-cache.ts'
import type { Row, Run } from '../../db/statements.ts'
import { ApiError } from '../../errors.ts'
import { type CallerFields, logAs } from '../../logs/log-requests.ts'
import type { PlatformMetrics } from '../../metrics/metrics.ts'
import { type RateLimiter, rateHeaders, rateLimited } from '../limits/rate-limit.ts'
import { type CredentialLookups, tooManyFailures } from './credential-lookups.ts'

/** Result of authenticating a request: caller, permissions, limits and cache keys. */
export interface AuthenticationResult {
  /** Key of the request counter. */
  credential: string
  /** Owner of idempotency keys. It survives the rotation of a key and the refresh of a token. */
  principal: string
  tenantUid: string
  kind: string
  readOnly: boolean
  /** True: unknown query parameters are refused. */
  isStrict?: boolean
  /** Tags of the operations that the credential may use; null: all operations. */
  tags: string[] | null
  /** Requests per hour of this credential; null: the server's setting. */
  limitPerHour: number | null
  /** Headers of every response to the caller. */
  headers?: Record<string, string>
  /** Tag versions of all data that the caller has access to; null: unknown. */
  tagVersions: TagVersions | null
  /** Cache key of callers with equal access; null: responses to the caller are not cached. */
  cacheKey: string | null
  /** Cache lookups for the caller; undefined: responses to it are not shared. */
  cacheLookups?: CacheLookups
  logFields: CallerFields
  /** Caller in the form of `rental/`. */
  caller: unknown
}

/** Cache lookups for an authenticated caller. They run when they are first needed. */
export interface CacheLookups {
  /**
   * Returns the tag versions of the caller's agency; null: it has none, or several agencies.
   *
   * @param since accepts versions read at or after these tag versions; default: the caller's
   */
  versionsByTag(since?: TagVersions): Promise<VersionsByTag | null>
  /** Returns a cache key shared by callers with equal access; null: use the caller's own. */
  sharedCacheKey(): Promise<string | null>
  /** Returns whether the versions that every response depends on are unchanged. */
  isUnchanged(): Promise<boolean>
  /** Returns the current tag versions; null: one is missing. */
  currentVersions(): Promise<TagVersions | null>
}

/** Cached authentication of a credential that this process has authenticated before. */
export interface CachedAuthentication {
  authentication: AuthenticationResult
  /** Statement that reads the credential again, with its values. */
  checkQuery: Parameters<Run>
  /**
   * Returns whether the credential and the cache versions are unchanged.
   *
   * @param rows result of `checkQuery`; null: looks the credential up as for other requests
   */
  confirm(rows: Row[] | null): Promise<boolean>
}

/** Cached authentication of a request. The handler must confirm it before it responds. */
interface SpeculativeAuthentication extends Omit<CachedAuthentication, 'confirm'> {
  /**
   * Confirms the cached authentication and counts the request. If it is stale, authenticates again.
   *
   * @returns whether the cached authentication was confirmed
   * @throws ApiError like the authentication of other requests
   */
  confirm(rows: Row[] | null): Promise<boolean>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * True: the handler sends its own query and the check of a cached credential in one pipeline.
     */
    isPipelined?: boolean
    isOpen?(request: FastifyRequest): boolean
    /** Authentication scheme of a 401; default: that of the error. */
    challenge?: string
    /** Returns additional members of an error body. */
    errorMembers?(error: ApiError): Record<string, unknown>
  }
  interface FastifyRequest {
    authentication: AuthenticationResult
    speculative?: SpeculativeAuthentication
  }
}

export interface AuthenticationOptions {
  counts: RateLimiter
  clock: Clock
  limitPerHour: number
  metrics: Pick<PlatformMetrics, 'authFailures'>
  lookups: Pick<CredentialLookups, 'countFailure' | 'delayRefusal'>
  /** @throws ApiError 401 or 403 */
  authenticate(request: FastifyRequest): Promise<AuthenticationResult>
  /** Returns the cached authentication of a credential; null: it must be authenticated. */
  findCached(request: FastifyRequest): CachedAuthentication | null
}

/** Maximum length of a body that is read before the credential is confirmed. */
const speculativeBytesMax = 16_384

/**
 * Authenticates and counts every request of a scope, including requests to unknown paths
 * (contract/general.md §7, order of checks).
 */
export function authenticateRequests(scope: FastifyInstance, options: AuthenticationOptions): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS' || request.routeOptions.config.isOpen?.(request)) return
    const cached = findCachedWithinLimit(request, options)
    if (cached === null) return authenticateRequest(request, reply, options)
    const { confirm, authentication, checkQuery } = cached
    request.speculative = {
      authentication,
      checkQuery,
      async confirm(rows) {
        const isConfirmed = await confirm(rows)
        await authenticateRequest(request, reply, options, isConfirmed ? authentication : undefined)
        return isConfirmed
      },
    }
  })
}

async function authenticateRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  options: AuthenticationOptions,
  confirmed?: AuthenticationResult,
): Promise<void> {
  request.authentication = confirmed ?? (await authenticateCredential(request, options))
  const { logFields, headers = {} } = request.authentication
  logAs(request, logFields)
  reply.headers(headers)
  await countRequest(request, reply, options)
}

/**
 * Returns the cached authentication of a short request whose credential is within its rate limit.
 */
function findCachedWithinLimit(
  request: FastifyRequest,
  { findCached: findCachedCredential, counts, clock, ...options }: AuthenticationOptions,
): CachedAuthentication | null {
  if (!request.routeOptions.config.isPipelined) return null
  const isShort = Number(request.headers['content-length']) <= speculativeBytesMax
  const cached = isShort ? findCachedCredential(request) : null
  if (cached === null) return null
  const { credential, limitPerHour } = cached.authentication
  const limit = limitPerHour ?? options.limitPerHour
  return counts.hasRemaining(credential, limit, clock.now()) ? cached : null
}

async function authenticateCredential(
  request: FastifyRequest,
  options: AuthenticationOptions,
): Promise<AuthenticationResult> {
  try {
    return await options.authenticate(request)
  } catch (error) {
    reportRefusal(error, request, options)
    const refusal = countFailedAttempt(error, request, options)
    const isLimited = refusal instanceof ApiError && refusal.code === 'RATE_LIMITED'
    if (isLimited) await options.lookups.delayRefusal(request.ip)
    throw refusal
  }
}

function reportRefusal(
  error: unknown,
  request: FastifyRequest,
  { metrics }: AuthenticationOptions,
): void {
  if (!(error instanceof ApiError) || error.status >= 500) return
  const kind = error.code.toLowerCase()
  metrics.authFailures.inc({ kind })
  logAs(request, { event: 'authentication.refused', kind })
}

function countFailedAttempt(
  error: unknown,
  request: FastifyRequest,
  { lookups }: AuthenticationOptions,
): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error
  const { challenge } = request.routeOptions.config
  if (challenge) error.headers['www-authenticate'] = `${challenge} realm="lodgepole"`
  const seconds = lookups.countFailure(request.ip)
  return seconds === null ? error : tooManyFailures(seconds)
}

async function countRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  options: AuthenticationOptions,
) {
  const { credential, limitPerHour } = request.authentication
  const limit = limitPerHour ?? options.limitPerHour
  const decision = await options.counts.count(credential, limit, options.clock.now())
  reply.headers(rateHeaders(decision?.window ?? null))
  if (decision?.refused) throw rateLimited(decision.window)
}
