import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { Clock } from '../clock.ts'
import { refuseInTransaction } from '../db/transaction-context.ts'
import type { AddressGuard } from './address-guard.ts'
import { acceptedEncodings, decodeBody } from './decode-body.ts'
import { Exchange, type ReceivedData } from './http-exchange.ts'
import {
  AttemptFailure,
  describeError,
  errorOutcome,
  limitHeaders,
  type Outcome,
  readRetryAfter,
  statusOutcome,
} from './http-outcome.ts'
import { openPools, type Pools } from './http-pools.ts'
import type { ResolveHost } from './resolve-host.ts'

/**
 * HTTP client for URLs from other parties, which may be malicious (contract/events.md §6.6 and
 * §11). Each call is one attempt; errors are reported in its outcome. Ignores redirects, cookies,
 * and proxies of the environment.
 */
export interface HttpClient {
  post(call: Call & { body: string | Buffer }): Promise<Attempt>
  get(call: Call): Promise<Attempt>
  /** Resolves when running attempts have ended and all connections are closed. */
  close(): Promise<void>
}

export interface Call {
  /** URL without user information, which is sent as `basicAuthorization`. */
  url: string
  headers: Record<string, string>
  /** Timeout of the whole attempt, from the DNS lookup to the end of the body. */
  timeoutMs: number
  /** Maximum bytes of the body before the connection is destroyed; default 16 KiB. */
  bodyBytesMax?: number
  /**
   * True: accepts compressed responses and decompresses them; `bodyBytesMax` limits both sizes. A
   * body that exceeds it is empty and incomplete.
   */
  acceptsCompressed?: boolean
  /** Aborts the attempt. Without a status, the call rejects with the signal's reason. */
  signal?: AbortSignal
  /** Tenant of the call, for its share of DNS lookups. */
  tenant?: string
}

export interface Attempt {
  /** Outcome of the attempt. A received status determines it even if the body then fails. */
  outcome: Outcome
  startedAt: Date
  /** Duration in milliseconds; 0 for ADDRESS_REFUSED, to reveal nothing about the address. */
  durationMs: number
  status: number | null
  headers: Record<string, string>
  /** Received bytes; see `toSnippet`. */
  body: Buffer
  isBodyComplete: boolean
  /** Instant of `Retry-After`, at most a day from now. */
  retryAfter: Date | null
  /** Error message in English; null: a status was received. */
  errorMessage: string | null
}

export interface HttpClientOptions {
  guard: AddressGuard
  resolve: ResolveHost
  clock: Clock
  userAgent: string
  /** PEM certificates trusted in addition to those of the system. */
  extraCa: string[]
  proxy: string | null
  /** Timeout of DNS lookup plus connection. */
  connectLimitMs?: number
}

const defaultBodyBytes = 16_384

export function httpClient(options: HttpClientOptions): HttpClient {
  const { userAgent, connectLimitMs = 5_000 } = options
  const pools = openPools({ ...options, connectLimitMs })
  const attempt = async (method: 'GET' | 'POST', call: Call & { body?: string | Buffer }) => {
    refuseInTransaction('An external address')
    call.signal?.throwIfAborted()
    const startedAt = options.clock.now()
    const start = performance.now()
    const headers: Call['headers'] = { 'user-agent': userAgent, accept: '*/*', ...call.headers }
    if (call.acceptsCompressed) headers['accept-encoding'] = acceptedEncodings
    const received = await runExchange(call, connectLimitMs, exchange =>
      startExchange(exchange, { ...call, method, headers }, { ...options, pools }),
    )
    const decoded = call.acceptsCompressed ? await decodeReceived(received, call) : received
    // A received status is a result even of an aborted attempt.
    if (decoded.status === null) call.signal?.throwIfAborted()
    const durationMs = Math.round(performance.now() - start)
    return toAttempt(decoded, { startedAt, durationMs, now: options.clock.now() })
  }
  return {
    post: call => attempt('POST', call),
    get: call => attempt('GET', call),
    close: () => pools.close(),
  }
}

async function decodeReceived(
  received: ReceivedData,
  { bodyBytesMax = defaultBodyBytes }: Call,
): Promise<ReceivedData> {
  if (!received.isBodyComplete) return received
  // A repeated header is a list.
  const encoding = limitHeaders(received.headers)['content-encoding']
  const body = await decodeBody(received.body, encoding, bodyBytesMax)
  return body === null
    ? { ...received, body: Buffer.alloc(0), isBodyComplete: false }
    : { ...received, body }
}

async function runExchange(
  { timeoutMs, bodyBytesMax = defaultBodyBytes, signal }: Call,
  connectLimitMs: number,
  run: (exchange: Exchange) => void,
): Promise<ReceivedData> {
  const exchange = new Exchange(bodyBytesMax, () => clearTimeout(connectTimer))
  const endAfter = (ms: number, message: string) =>
    setTimeout(() => exchange.end(new AttemptFailure('TIMEOUT', message)), ms)
  const connectTimer = endAfter(connectLimitMs, `No connection within ${connectLimitMs} ms`)
  const timer = endAfter(timeoutMs, `No response within ${timeoutMs} ms`)
  const onAbort = () => exchange.end(signal?.reason)
  signal?.addEventListener('abort', onAbort)
  run(exchange)
  const received = await exchange.ended
  signal?.removeEventListener('abort', onAbort)
  clearTimeout(timer)
  clearTimeout(connectTimer)
  return received
}

/** Resolves the name once, checks its addresses, and sends the request to one of them. */
async function startExchange(
  exchange: Exchange,
  call: Call & { method: 'GET' | 'POST'; body?: string | Buffer },
  { guard, resolve, pools }: HttpClientOptions & { pools: Pools },
): Promise<void> {
  try {
    const target = new URL(call.url)
    if (!guard.allowsUrl(target)) throw addressRefused()
    const addresses = await resolveAddresses(target, resolve, call.tenant)
    if (!addresses.every(({ address }) => guard.allowsAddress(address))) throw addressRefused()
    // The timeout may have passed during the lookup.
    if (exchange.isOver) return
    const { method, headers, body = null } = call
    const path = requestTarget(call.url)
    pools.poolFor(target, addresses).dispatch({ method, path, headers, body }, exchange)
  } catch (error) {
    exchange.end(error)
  }
}

function addressRefused(): AttemptFailure {
  return new AttemptFailure('ADDRESS_REFUSED', 'The address is not allowed')
}

async function resolveAddresses(
  { hostname }: URL,
  resolve: ResolveHost,
  tenant?: string,
): Promise<LookupAddress[]> {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(address)
  if (family !== 0) return [{ address, family }]
  try {
    const addresses = await resolve(hostname, tenant)
    if (addresses.length > 0) return addresses
  } catch (error) {
    if (errorOutcome(error) === 'TIMEOUT') throw error
    throw new AttemptFailure('DNS_ERROR', describeError(error))
  }
  throw new AttemptFailure('DNS_ERROR', `${hostname} has no address`)
}

/** Returns path and query unchanged, except for characters that HTTP does not allow. */
function requestTarget(url: string): string {
  const [, pathAndQuery = ''] = /^[a-z]+:\/\/[^/?#]*([^#]*)/i.exec(url) ?? []
  const path = pathAndQuery.startsWith('/') ? pathAndQuery : `/${pathAndQuery}`
  return path.replace(/[^\x21-\x7e]+/gu, encodeURIComponent)
}

function toAttempt(
  { status, headers, body, isBodyComplete, error }: ReceivedData,
  { startedAt, durationMs, now }: { startedAt: Date; durationMs: number; now: Date },
): Attempt {
  const outcome = status === null ? errorOutcome(error) : statusOutcome(status)
  return {
    outcome,
    startedAt,
    durationMs: outcome === 'ADDRESS_REFUSED' ? 0 : durationMs,
    status,
    headers: limitHeaders(headers),
    body,
    isBodyComplete,
    retryAfter: readRetryAfter(headers['retry-after'], now),
    errorMessage: status === null ? describeError(error) : null,
  }
}
