import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { Clock } from '../clock.ts'
import { refuseInTransaction } from '../db/in-transaction.ts'
import type { AddressGuard } from './address-guard.ts'
import { acceptedEncodings, decodedBody } from './http-decoding.ts'
import { Exchange, type Exchanged } from './http-exchange.ts'
import {
  AttemptFailure,
  keptHeaders,
  messageOf,
  type Outcome,
  outcomeOfError,
  outcomeOfStatus,
  readRetryAfter,
} from './http-outcome.ts'
import { openPools, type Pools } from './http-pools.ts'
import type { ResolveHost } from './resolve-host.ts'

/**
 * Calls URLs that others gave us, which may be hostile (contract/events.md §6.6 and §11). Each call
 * is one attempt; whatever goes wrong with it is in its outcome. Redirects are not followed,
 * cookies not kept, and proxies that the environment names not used.
 */
export interface HttpClient {
  post(call: Call & { body: string | Buffer }): Promise<Attempt>
  get(call: Call): Promise<Attempt>
  /** Resolves when attempts under way have ended and all connections are closed. */
  close(): Promise<void>
}

export interface Call {
  /** Without user information: that is sent as `basicAuthorization`. */
  url: string
  headers: Record<string, string>
  /** For everything from the lookup of the name to the end of the body. */
  timeoutMs: number
  /** How much of the body is read before the connection is destroyed; default 16 KiB. */
  bodyBytesMax?: number
  /**
   * The answer may be compressed, and the body is given as it was before; `bodyBytesMax` bounds
   * both. One that cannot be decompressed within it is empty and not whole.
   */
  takesCompressed?: boolean
  /** Ends the attempt; unless a status has arrived, the call rejects with the signal's reason. */
  signal?: AbortSignal
  /** Who has it called: each has a share of the look-ups of names. */
  tenant?: string
}

export interface Attempt {
  /** The status decides as soon as it has arrived, even if the body then fails. */
  outcome: Outcome
  startedAt: Date
  /** 0 for ADDRESS_REFUSED, so that it tells nothing about the address. */
  durationMs: number
  status: number | null
  headers: Record<string, string>
  /** What was read of it; `snippetOf` makes text of it. */
  body: Buffer
  isBodyWhole: boolean
  /** The instant a `Retry-After` names, at most a day from now. */
  retryAfter: Date | null
  /** In English, when there is no status. */
  errorMessage: string | null
}

export interface HttpClientOptions {
  guard: AddressGuard
  resolve: ResolveHost
  clock: Clock
  userAgent: string
  /** PEM certificates that are trusted besides the system's. */
  extraCa: string[]
  proxy: string | null
  /** For lookup and connection together. */
  connectLimitMs?: number
}

const bodyBytesStandard = 16_384

export function httpClient(options: HttpClientOptions): HttpClient {
  const { userAgent, connectLimitMs = 5_000 } = options
  const pools = openPools({ ...options, connectLimitMs })
  const attempt = async (method: 'GET' | 'POST', call: Call & { body?: string | Buffer }) => {
    refuseInTransaction('An external address')
    call.signal?.throwIfAborted()
    const startedAt = options.clock.now()
    const start = performance.now()
    const headers: Call['headers'] = { 'user-agent': userAgent, accept: '*/*', ...call.headers }
    if (call.takesCompressed) headers['accept-encoding'] = acceptedEncodings
    const received = await conduct(call, connectLimitMs, exchange =>
      begin(exchange, { ...call, method, headers }, { ...options, pools }),
    )
    const exchanged = call.takesCompressed ? await decoded(received, call) : received
    if (exchanged.status === null) call.signal?.throwIfAborted()
    const durationMs = Math.round(performance.now() - start)
    return present(exchanged, { startedAt, durationMs, now: options.clock.now() })
  }
  return {
    post: call => attempt('POST', call),
    get: call => attempt('GET', call),
    close: () => pools.close(),
  }
}

async function decoded(
  exchanged: Exchanged,
  { bodyBytesMax = bodyBytesStandard }: Call,
): Promise<Exchanged> {
  if (!exchanged.isBodyWhole) return exchanged
  // A header that is there twice comes as a list.
  const encoding = keptHeaders(exchanged.headers)['content-encoding']
  const body = await decodedBody(exchanged.body, encoding, bodyBytesMax)
  return body === null
    ? { ...exchanged, body: Buffer.alloc(0), isBodyWhole: false }
    : { ...exchanged, body }
}

/** Runs one exchange within its limits. */
async function conduct(
  { timeoutMs, bodyBytesMax = bodyBytesStandard, signal }: Call,
  connectLimitMs: number,
  run: (exchange: Exchange) => void,
): Promise<Exchanged> {
  const exchange = new Exchange(bodyBytesMax, () => clearTimeout(connectTimer))
  const endAfter = (ms: number, message: string) =>
    setTimeout(() => exchange.end(new AttemptFailure('TIMEOUT', message)), ms)
  const connectTimer = endAfter(connectLimitMs, `No connection within ${connectLimitMs} ms`)
  const timer = endAfter(timeoutMs, `No response within ${timeoutMs} ms`)
  const onAbort = () => exchange.end(signal?.reason)
  signal?.addEventListener('abort', onAbort)
  run(exchange)
  const exchanged = await exchange.ended
  signal?.removeEventListener('abort', onAbort)
  clearTimeout(timer)
  clearTimeout(connectTimer)
  return exchanged
}

/** Looks the name up once, checks what comes out, and sends the request there. */
async function begin(
  exchange: Exchange,
  call: Call & { method: 'GET' | 'POST'; body?: string | Buffer },
  { guard, resolve, pools }: HttpClientOptions & { pools: Pools },
): Promise<void> {
  try {
    const target = new URL(call.url)
    if (!guard.allowsUrl(target)) throw refused()
    const addresses = await addressesOf(target, resolve, call.tenant)
    if (!addresses.every(({ address }) => guard.allowsAddress(address))) throw refused()
    if (exchange.isOver) return
    const { method, headers, body = null } = call
    const path = requestTarget(call.url)
    pools.of(target, addresses).dispatch({ method, path, headers, body }, exchange)
  } catch (error) {
    exchange.end(error)
  }
}

function refused(): AttemptFailure {
  return new AttemptFailure('ADDRESS_REFUSED', 'The address is not allowed')
}

async function addressesOf(
  { hostname }: URL,
  resolve: ResolveHost,
  tenant?: string,
): Promise<LookupAddress[]> {
  const literal = hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(literal)
  if (family !== 0) return [{ address: literal, family }]
  try {
    const addresses = await resolve(hostname, tenant)
    if (addresses.length > 0) return addresses
  } catch (error) {
    if (outcomeOfError(error) === 'TIMEOUT') throw error
    throw new AttemptFailure('DNS_ERROR', messageOf(error))
  }
  throw new AttemptFailure('DNS_ERROR', `${hostname} has no address`)
}

/** Path and query byte for byte; what HTTP has no place for is encoded as browsers do. */
function requestTarget(url: string): string {
  const [, rest = ''] = /^[a-z]+:\/\/[^/?#]*([^#]*)/i.exec(url) ?? []
  const path = rest.startsWith('/') ? rest : `/${rest}`
  return path.replace(/[^\x21-\x7e]+/gu, encodeURIComponent)
}

function present(
  { status, headers, body, isBodyWhole, error }: Exchanged,
  { startedAt, durationMs, now }: { startedAt: Date; durationMs: number; now: Date },
): Attempt {
  const outcome = status === null ? outcomeOfError(error) : outcomeOfStatus(status)
  return {
    outcome,
    startedAt,
    durationMs: outcome === 'ADDRESS_REFUSED' ? 0 : durationMs,
    status,
    headers: keptHeaders(headers),
    body,
    isBodyWhole,
    retryAfter: readRetryAfter(headers['retry-after'], now),
    errorMessage: status === null ? messageOf(error) : null,
  }
}
