import { type LookupAddress, NODATA, NOTFOUND, TIMEOUT } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { LRUCache } from 'lru-cache'
import { refuseInTransaction } from '../db/in-transaction.ts'
import { FairTurns } from '../limits/fair-turns.ts'
import { limitReached } from '../limits/reached.ts'
import { type AskNames, askNameServers } from './ask-name-servers.ts'
import { hostsFile } from './hosts-file.ts'

/**
 * All addresses of a host name, in the order to try them. `tenant` is who wants to know: each has
 * a share of the look-ups.
 *
 * @throws Error of `node:dns`
 */
export type ResolveHost = (hostname: string, tenant?: string) => Promise<LookupAddress[]>

export interface ResolverOptions {
  /** How long to wait for an answer, the wait for a turn included. */
  limitMs?: number
  /** How many names are looked up at once, of all tenants and of each. */
  lookupsMax?: number
  lookupsEachMax?: number
  ask?: AskNames
  /** What a network knows that asks no name server. */
  askLocally?: (hostname: string) => Promise<LookupAddress[]>
  /** The text of the hosts file. */
  readHosts?: () => string
}

interface Known {
  addresses: LookupAddress[]
  error: Error | null
}

const namesMax = 5_000
/** How long answers are kept at most, in seconds: addresses, that there are none, and failures. */
const kept = { most: 300, unknown: 30, unanswered: 5 }
const unknown = new Set<string | undefined>([NOTFOUND, NODATA])

/**
 * Asks the hosts file first, and then the name servers, by sockets of its own: `getaddrinfo` would
 * hold one of the few threads of the process for as long as a name server says nothing. Names that
 * only a local network knows are the system's to look up. Answers are kept as long as they say.
 *
 * @throws Error with code ETIMEOUT when there is no answer in time
 */
export function nameResolver(options: ResolverOptions = {}): ResolveHost & { turns: FairTurns } {
  const { limitMs = 5_000, lookupsMax = 64, lookupsEachMax = 8, readHosts } = options
  const { ask = askNameServers(), askLocally = askSystem } = options
  const hosts = hostsFile(readHosts)
  const cache = new LRUCache<string, Known>({ max: namesMax })
  const pending = new Map<string, Promise<LookupAddress[]>>()
  const limit = 'name_lookup'
  const turns = new FairTurns({ limit, atOnce: lookupsMax, eachAtOnce: lookupsEachMax })
  // A thread each, so one at a time.
  const localTurns = new FairTurns({ limit, atOnce: 1 })
  const asked = async (name: string): Promise<LookupAddress[]> => {
    try {
      const { addresses, ttlSeconds } = await ask(name)
      keep(cache, name, { addresses, error: null }, Math.min(ttlSeconds, kept.most))
      return addresses
    } catch (thrown) {
      const error = thrown as NodeJS.ErrnoException
      const isUnknown = unknown.has(error.code)
      keep(cache, name, { addresses: [], error }, isUnknown ? kept.unknown : kept.unanswered)
      throw error
    }
  }
  const resolve = async (name: string, tenant: string): Promise<LookupAddress[]> => {
    const isLocal = isLocalName(name)
    const work = () => (isLocal ? askLocally(name) : asked(name))
    const turn = isLocal ? localTurns : turns
    return within(limitMs, isLate => turn.run(tenant, async () => (isLate() ? [] : work())))
  }
  const resolveHost = async (hostname: string, tenant = ''): Promise<LookupAddress[]> => {
    refuseInTransaction('The name server')
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const fixed = hosts(name)
    if (fixed) return fixed
    const known = cache.get(name)
    if (known?.error) throw known.error
    if (known) return known.addresses
    // Those of one tenant share an answer; who waits for his turn keeps no other tenant waiting.
    const key = `${tenant} ${name}`
    const open = pending.get(key)
    if (open) return open
    const asking = resolve(name, tenant)
    pending.set(key, asking)
    const forget = () => pending.delete(key)
    asking.then(forget, forget)
    return asking
  }
  return Object.assign(resolveHost, { turns })
}

function keep(cache: LRUCache<string, Known>, name: string, known: Known, seconds: number): void {
  if (seconds > 0) cache.set(name, known, { ttl: seconds * 1_000 })
}

const askSystem = (hostname: string) => lookup(hostname, { all: true, order: 'verbatim' })

/** Names without a dot, and those that no name server of the world may know. */
function isLocalName(name: string): boolean {
  return !name.includes('.') || /\.(local|internal|localhost)$/.test(name)
}

function within<T>(limitMs: number, work: (isLate: () => boolean) => Promise<T>): Promise<T> {
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
