import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Marks } from '../../db/marks/marks-of.ts'
import type { SeenScopes } from '../../db/marks/scope-marks.ts'
import { ApiError } from '../../errors.ts'
import { networkOf } from '../../limits/network-of.ts'
import { logAs, type Who } from '../../logs/log-requests.ts'
import type { PlatformMetrics } from '../../metrics.ts'
import {
  type CredentialLookups,
  failuresPerMinuteMax,
  tooManyFailures,
} from './credential-lookups.ts'
import { type RateCounts, rateHeaders, rateLimited } from './rate-limit.ts'

/** Who a request is from, as far as the machinery needs to know. */
export interface Admission {
  /** What requests are counted by. */
  credential: string
  /** Whose idempotency keys they are: a rotated key or a refreshed token keeps them. */
  principal: string
  /** The tenant that idempotency keys are stored under. */
  tenantUid: string
  kind: string
  readOnly: boolean
  /** True: unknown query parameters are refused. */
  isStrict?: boolean
  /** Of the operations that it may be used for; null: of all. */
  tags: string[] | null
  /** Requests per hour of this credential; null: the server's setting. */
  limitPerHour: number | null
  /** Of every answer to it. */
  headers?: Record<string, string>
  /** The marks of all that the caller reaches; null: they are not known. */
  marks: Marks | null
  /** Tells callers who are shown different things; null: no answer to it is kept. */
  reach: string | null
  /** What else is known of the caller's place; none: its answers are nobody else's. */
  place?: Place
  /** What the log calls it. */
  who: Who
  /** The caller as the business knows it. */
  caller: unknown
}

/** What may be asked of who was admitted, since then. */
export interface Place {
  /**
   * The marks of the scopes of its agency; null: it has none, or several agencies.
   *
   * @param since they are as they were with these marks or later; left out: with the caller's
   */
  scopes(since?: Marks): Promise<SeenScopes | null>
  /** Tells callers that are shown the same from others, instead of `reach`; null: it does. */
  sharedReach(): Promise<string | null>
  /** Whether nothing that all answers depend on was changed. */
  isUnchanged(): Promise<boolean>
  /** The marks as they are now; null: one is missing. */
  marksNow(): Promise<Marks | null>
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests that need no credential. */
    isOpen?(request: FastifyRequest): boolean
    /** The scheme that a 401 names, if not the one of the refusal. */
    challenge?: string
    /** Members that refusals have besides those of the error table. */
    errorMembers?(error: ApiError): Record<string, unknown>
  }
  interface FastifyRequest {
    admission: Admission
  }
  interface FastifyInstance {
    countFailure: CountFailure
  }
}

export interface AdmissionOptions {
  counts: RateCounts
  clock: Clock
  limitPerHour: number
  metrics: Pick<PlatformMetrics, 'authFailures'>
  lookups: Pick<CredentialLookups, 'refuse' | 'delayRefusal'>
  /** @throws ApiError 401 or 403 */
  authenticate(request: FastifyRequest): Promise<Admission>
}

type CountFailure = ReturnType<FastifyInstance['createRateLimit']>

/** Counts failed attempts per client address, an IPv6 /64 as one, over all versions together. */
export function countFailures(app: FastifyInstance): void {
  const options = { max: failuresPerMinuteMax, timeWindow: '1 minute' }
  const keyGenerator = (request: FastifyRequest) => networkOf(request.ip)
  app.decorate('countFailure', app.createRateLimit({ ...options, keyGenerator }))
}

/**
 * Authenticates and counts every request of a scope, also of addresses it does not have
 * (contract/general.md §7, order of checks).
 */
export function admitRequests(scope: FastifyInstance, options: AdmissionOptions): void {
  scope.addHook('onRequest', async (request, reply) => {
    if (request.method === 'OPTIONS' || request.routeOptions.config.isOpen?.(request)) return
    request.admission = await authenticated(request, scope, options)
    const { who, headers = {} } = request.admission
    logAs(request, who)
    reply.headers(headers)
    await count(request, reply, options)
  })
}

async function authenticated(
  request: FastifyRequest,
  scope: FastifyInstance,
  options: AdmissionOptions,
): Promise<Admission> {
  try {
    return await options.authenticate(request)
  } catch (error) {
    tellRefused(error, request, options)
    const refusal = await failedAttempt(error, request, scope.countFailure, options)
    const isLimited = refusal instanceof ApiError && refusal.code === 'RATE_LIMITED'
    if (isLimited) await options.lookups.delayRefusal(request.ip)
    throw refusal
  }
}

function tellRefused(error: unknown, request: FastifyRequest, { metrics }: AdmissionOptions): void {
  if (!(error instanceof ApiError) || error.status >= 500) return
  const kind = error.code.toLowerCase()
  metrics.authFailures.inc({ kind })
  logAs(request, { event: 'authentication.refused', kind })
}

async function failedAttempt(
  error: unknown,
  request: FastifyRequest,
  countFailure: CountFailure,
  { lookups }: AdmissionOptions,
): Promise<unknown> {
  if (!(error instanceof ApiError) || error.status !== 401) return error
  const { challenge } = request.routeOptions.config
  if (challenge) error.headers['www-authenticate'] = `${challenge} realm="lodgepole"`
  const counted = await countFailure(request)
  if (counted.isAllowed || !counted.isExceeded) return error
  lookups.refuse(request.ip, counted.ttlInSeconds)
  return tooManyFailures(counted.ttlInSeconds)
}

async function count(request: FastifyRequest, reply: FastifyReply, options: AdmissionOptions) {
  const { credential, limitPerHour } = request.admission
  const limit = limitPerHour ?? options.limitPerHour
  const counted = await options.counts.count(credential, limit, options.clock.now())
  reply.headers(rateHeaders(counted?.window ?? null))
  if (counted?.refused) throw rateLimited(counted.window)
}
