import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { type Dispatcher, Pool, ProxyAgent } from 'undici'

export interface PoolOptions {
  extraCa: string[]
  proxy: string | null
  /** Timeout of a connection, including TLS. */
  connectLimitMs: number
  /** Maximum number of pools; the least recently used are closed. */
  poolsMax?: number
}

/** Pools of keep-alive connections to an origin at verified addresses. */
export interface Pools {
  /** Returns the pool for the origin of a URL at exactly these addresses. */
  poolFor(target: URL, addresses: LookupAddress[]): Pick<Dispatcher, 'dispatch'>
  /** Resolves when running requests have ended and all connections are closed. */
  close(): Promise<void>
}

type ClosablePool = Pick<Dispatcher, 'dispatch'> & { close(): Promise<void> }

const poolDefaults = {
  allowH2: false,
  pipelining: 1,
  maxHeaderSize: 16_384,
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 60_000,
  // The timeout of the attempt covers these.
  headersTimeout: 0,
  bodyTimeout: 0,
}

export function openPools(options: PoolOptions): Pools {
  const { extraCa, proxy, connectLimitMs, poolsMax = 1_000 } = options
  const pools = new Map<string, ClosablePool>()
  let trustedContext: SecureContext | undefined
  const open = (target: URL, addresses: LookupAddress[]): ClosablePool => {
    trustedContext ??= trustedRoots(extraCa)
    const tls = { ...serverName(target), secureContext: trustedContext, timeout: connectLimitMs }
    // A tunnel goes to one address; the client has checked that there is at least one.
    if (proxy !== null) return proxyPool(proxy, target, addresses[0]!, tls)
    const connect = {
      ...tls,
      lookup: fixedLookup(addresses),
      autoSelectFamilyAttemptTimeout: 1_000,
    }
    return new Pool(target.origin, { ...poolDefaults, connect })
  }
  return {
    poolFor(target, addresses) {
      const key = [target.origin, ...addresses.map(({ address }) => address).sort()].join(' ')
      const pool = pools.get(key) ?? open(target, addresses)
      // A map keeps the order of insertion: the most recently used pool is the last.
      pools.delete(key)
      pools.set(key, pool)
      if (pools.size > poolsMax) closeLeastRecentlyUsed(pools)
      return pool
    },
    async close() {
      const closings = [...pools.values()].map(pool => pool.close())
      pools.clear()
      await Promise.all(closings)
    },
  }
}

function closeLeastRecentlyUsed(pools: Map<string, ClosablePool>): void {
  const [[key, pool]] = pools as unknown as [[string, ClosablePool]]
  pools.delete(key)
  void pool.close()
}

/** Trusts the roots of the system, of Node, and of the operator. */
export function trustedRoots(extraCa: string[]): SecureContext {
  const ca = [...getCACertificates('system'), ...getCACertificates('default'), ...extraCa]
  return createSecureContext({ ca: [...new Set(ca)] })
}

/** Returns the server name for SNI and certificate; an IP address has no SNI. */
function serverName({ hostname }: URL): { servername?: string } {
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  return isAddress ? {} : { servername: hostname.replace(/\.$/, '') }
}

/** Returns a lookup function with the verified addresses, to prevent DNS rebinding. */
function fixedLookup(addresses: LookupAddress[]): LookupFunction {
  const [{ address, family }] = addresses as [LookupAddress]
  return (_hostname, { all }, callback) => {
    if (all) callback(null, addresses)
    else callback(null, address, family)
  }
}

/** Creates a pool of tunnels through a proxy, which resolves no names. */
function proxyPool(
  uri: string,
  { protocol, host, port }: URL,
  { address, family }: LookupAddress,
  tls: { secureContext: SecureContext; servername?: string; timeout: number },
): ClosablePool {
  const { secureContext, timeout } = tls
  const agent = new ProxyAgent({
    ...poolDefaults,
    uri,
    proxyTunnel: true,
    requestTls: tls,
    proxyTls: { secureContext, timeout },
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: timeout }),
  })
  const standardPort = protocol === 'https:' ? 443 : 80
  const hostText = family === 6 ? `[${address}]` : address
  const origin = `${protocol}//${hostText}:${port || standardPort}`
  return {
    dispatch: (options, handler) => {
      const headers = { ...(options.headers as Record<string, string>), host }
      return agent.dispatch({ ...options, origin, headers }, handler)
    },
    close: () => agent.close(),
  }
}
