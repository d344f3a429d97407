import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import type { Run } from '../../db/database.ts'
import type { Marks } from '../../db/marks/marks-of.ts'
import type { SeenScopes } from '../../db/marks/scope-marks.ts'
import { ApiError } from '../../errors.ts'
import { logAs, type Who } from '../../logs/log-requests.ts'
import type { PlatformMetrics } from '../../metrics.ts'
import { type CredentialLookups, tooManyFailures } from './credential-lookups.ts'
import { Expected } from './expected.ts'
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
  /** A read that notes the marks as its first statement sees them, where it can. */
  alongWithMarks(run: Run, note: (marks: Marks | null) => void): Run
}

/** Who a request is from as far as a process knows before it has asked. */
export interface Expectation {
  /** Without marks, which are not known yet. */
  admission: Admission
  /** The marks as they were when the process read them last; null: they are not known. */
  marksBefore: Marks | null
  /** A read that asks along with its first statement whether the credential is what it was. */
  along(run: Run): Run
  /**
   * Who it is from, as the read has told, else asked for now.
   *
   * @throws ApiError 401 or 403
   */
  found(): Promise<Found>
}

/** Who a request is from, and what was read for it. */
export interface Found {
  admission: Admission
  /** Whether what was read is for this caller, and not older than its marks. */
  isAsExpected: boolean
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requests that need no credential. */
    isOpen?(request: FastifyRequest): boolean
    /** The scheme that a 401 names, if not the one of the refusal. */
    challenge?: string
    /** Members that refusals have besides those of the error table. */
    errorMembers?(error: ApiError): Record<string, unknown>
    /** It reads what it answers by one statement, and calls `confirm` of who is expected. */
    confirms?: boolean
  }
  interface FastifyRequest {
    admission: Admission
    /** Of a request that is not let in yet; until it is, its `admission` is what is expected. */
    expected: Expected | null
  }
}

export interface AdmissionOptions {
  counts: RateCounts
  clock: Clock
  limitPerHour: number
  metrics: Pick<PlatformMetrics, 'authFailures'>
  lookups: Pick<CredentialLookups, 'countFailure' | 'delayRefusal'>
  /** @throws ApiError 401 or 403 */
  authenticate(request: FastifyRequest): Promise<Admission>
  /** Who a request seems to be from; null: that has to be asked first. */
  expect?(request: FastifyRequest): Expectation | null
}

/**
 * Authenticates and counts every request of a scope, also of addresses it does not have
 * (contract/general.md §7, order of checks).
 */
export function admitRequests(scope: FastifyInstance, options: AdmissionOptions): void {
  scope.addHook('onRequest', async (request, reply) => {
    const { isOpen, confirms } = request.routeOptions.config
    if (request.method === 'OPTIONS' || isOpen?.(request)) return
    const expectation = confirms ? (options.expect?.(request) ?? null) : null
    if (expectation === null || !hasLeft(expectation.admission, options)) {
      const authenticate = () => options.authenticate(request)
      request.admission = await admitted(authenticate, request, options)
      await letIn(request, reply, options)
      return
    }
    request.admission = expectation.admission
    request.expected = new Expected(expectation, async () => {
      const found = await admitted(() => expectation.found(), request, options)
      request.admission = found.admission
      await letIn(request, reply, options)
      return found.isAsExpected
    })
  })
}

/** Whether a request of a credential will not be refused for those before it. */
function hasLeft({ credential, limitPerHour }: Admission, options: AdmissionOptions): boolean {
  const { counts, clock } = options
  return counts.hasLeft(credential, limitPerHour ?? options.limitPerHour, clock.now())
}

async function admitted<T>(
  admit: () => Promise<T>,
  request: FastifyRequest,
  options: AdmissionOptions,
): Promise<T> {
  try {
    return await admit()
  } catch (error) {
    tellRefused(error, request, options)
    const refusal = failedAttempt(error, request, options)
    const isLimited = refusal instanceof ApiError && refusal.code === 'RATE_LIMITED'
    if (isLimited) await options.lookups.delayRefusal(request.ip)
    throw refusal
  }
}

async function letIn(
  request: FastifyRequest,
  reply: FastifyReply,
  options: AdmissionOptions,
): Promise<void> {
  const { who, headers = {} } = request.admission
  logAs(request, who)
  reply.headers(headers)
  await count(request, reply, options)
}

function tellRefused(error: unknown, request: FastifyRequest, { metrics }: AdmissionOptions): void {
  if (!(error instanceof ApiError) || error.status >= 500) return
  const kind = error.code.toLowerCase()
  metrics.authFailures.inc({ kind })
  logAs(request, { event: 'authentication.refused', kind })
}

function failedAttempt(
  error: unknown,
  request: FastifyRequest,
  { lookups }: AdmissionOptions,
): unknown {
  if (!(error instanceof ApiError) || error.status !== 401) return error
  const { challenge } = request.routeOptions.config
  if (challenge) error.headers['www-authenticate'] = `${challenge} realm="lodgepole"`
  const seconds = lookups.countFailure(request.ip)
  return seconds === null ? error : tooManyFailures(seconds)
}

async function count(request: FastifyRequest, reply: FastifyReply, options: AdmissionOptions) {
  const { credential, limitPerHour } = request.admission
  const limit = limitPerHour ?? options.limitPerHour
  const counted = await options.counts.count(credential, limit, options.clock.now())
  reply.headers(rateHeaders(counted?.window ?? null))
  if (counted?.refused) throw rateLimited(counted.window)
}
