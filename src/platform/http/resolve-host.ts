import { type LookupAddress, NODATA, NOTFOUND, TIMEOUT } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'
import { refuseInTransaction } from '../db/transaction-context.ts'
import { FairSemaphore } from '../limits/fair-semaphore.ts'
import { limitReached } from '../limits/limit-metrics.ts'
import { type QueryNames, queryNameServers } from './dns-query.ts'
import { hostsFile } from './hosts-file.ts'

/**
 * Resolves the addresses of a host name, in the order to try them.
 *
 * @param tenant for a fair share of the lookups
 * @throws Error of `node:dns`
 */
export type ResolveHost = (hostname: string, tenant?: string) => Promise<LookupAddress[]>

export interface ResolverOptions {
  /** Timeout of a lookup, including its wait in the queue. */
  limitMs?: number
  /** Maximum concurrent lookups, in total and per tenant. */
  lookupsMax?: number
  lookupsPerTenantMax?: number
  query?: QueryNames
  /** Resolves local names without name servers. */
  queryLocally?: (hostname: string) => Promise<LookupAddress[]>
  /** Returns the text of the hosts file. */
  readHosts?: () => string
}

interface CachedResult {
  addresses: LookupAddress[]
  error: Error | null
}

const namesMax = 5_000
/** Maximum cache times in seconds: for addresses, unknown names, and failures. */
const cacheSeconds = { addresses: 300, unknown: 30, failed: 5 }
const notFoundCodes = new Set<string | undefined>([NOTFOUND, NODATA])

/**
 * Creates a resolver that uses the hosts file and then name servers. It does not use `getaddrinfo`,
 * which occupies one of the few threads while a name server is unresponsive. Local names are
 * resolved by the system. Results are cached for their time to live.
 *
 * @throws Error with code ETIMEOUT after the timeout
 */
export function nameResolver(
  options: ResolverOptions = {},
): ResolveHost & { lookupQueue: FairSemaphore } {
  const { limitMs = 5_000, lookupsMax = 64, lookupsPerTenantMax = 8, readHosts } = options
  const { query = queryNameServers(), queryLocally = querySystem } = options
  const hosts = hostsFile(readHosts)
  const cache = new LRUCache<string, CachedResult>({ max: namesMax })
  const pending = new Map<string, Promise<LookupAddress[]>>()
  const limit = 'name_lookup'
  const lookupQueue = new FairSemaphore({
    limit,
    atOnce: lookupsMax,
    eachAtOnce: lookupsPerTenantMax,
  })
  // Each lookup occupies a thread, so they run one at a time.
  const localQueue = new FairSemaphore({ limit, atOnce: 1 })
  const queryAndCache = async (name: string): Promise<LookupAddress[]> => {
    try {
      const { addresses, ttlSeconds } = await query(name)
      store(cache, name, { addresses, error: null }, Math.min(ttlSeconds, cacheSeconds.addresses))
      return addresses
    } catch (cause) {
      const error = cause as NodeJS.ErrnoException
      const isUnknown = notFoundCodes.has(error.code)
      store(
        cache,
        name,
        { addresses: [], error },
        isUnknown ? cacheSeconds.unknown : cacheSeconds.failed,
      )
      throw error
    }
  }
  const resolve = async (name: string, tenant: string): Promise<LookupAddress[]> => {
    const isLocal = isLocalName(name)
    const work = () => (isLocal ? queryLocally(name) : queryAndCache(name))
    const queue = isLocal ? localQueue : lookupQueue
    // A lookup whose turn comes after its timeout is not sent: its result is ignored.
    return withTimeout(limitMs, isLate => queue.run(tenant, async () => (isLate() ? [] : work())))
  }
  const resolveHost = async (hostname: string, tenant = ''): Promise<LookupAddress[]> => {
    refuseInTransaction('The name server')
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const fromHostsFile = hosts(name)
    if (fromHostsFile) return fromHostsFile
    const cached = cache.get(name)
    if (cached?.error) throw cached.error
    if (cached) return cached.addresses
    // Concurrent lookups of one tenant are shared (single-flight). Those of different tenants are
    // not, because each waits for the share of its own tenant.
    const key = `${tenant} ${name}`
    const pendingLookup = pending.get(key)
    if (pendingLookup) return pendingLookup
    const lookup = resolve(name, tenant)
    pending.set(key, lookup)
    const forget = () => pending.delete(key)
    lookup.then(forget, forget)
    return lookup
  }
  return Object.assign(resolveHost, { lookupQueue })
}

function store(
  cache: LRUCache<string, CachedResult>,
  name: string,
  result: CachedResult,
  seconds: number,
): void {
  // 0 forbids caching, but would mean to the library that the entry never expires.
  if (seconds > 0) cache.set(name, result, { ttl: seconds * 1_000 })
}

const querySystem = (hostname: string) => lookup(hostname, { all: true, order: 'verbatim' })

/** Returns whether a name is local: without a dot, or with a reserved suffix. */
function isLocalName(name: string): boolean {
  return !name.includes('.') || /\.(local|internal|localhost)$/.test(name)
}

function withTimeout<T>(limitMs: number, work: (isLate: () => boolean) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      limitReached('name_lookup')
      const message = 'The name of the host was not resolved in time'
      reject(Object.assign(new Error(message), { code: TIMEOUT }))
    }, limitMs)
    work(() => isLate)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
