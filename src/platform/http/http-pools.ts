import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { type Dispatcher, Pool, ProxyAgent } from 'undici'

export interface PoolOptions {
  extraCa: string[]
  proxy: string | null
  /** For a connection, TLS included. */
  connectLimitMs: number
  /** Beyond this number pools are closed, those first that have not been used for longest. */
  poolsMax?: number
}

/** Connections, kept alive: each to an origin at addresses that were checked before. */
export interface Pools {
  /** The pool of connections to the origin of a URL at these addresses and no others. */
  of(target: URL, addresses: LookupAddress[]): Pick<Dispatcher, 'dispatch'>
  /** Resolves when what is under way has ended and all connections are closed. */
  close(): Promise<void>
}

type ClosablePool = Pick<Dispatcher, 'dispatch'> & { close(): Promise<void> }

const common = {
  allowH2: false,
  pipelining: 1,
  maxHeaderSize: 16_384,
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 60_000,
  // One timer for all of an attempt stands above these.
  headersTimeout: 0,
  bodyTimeout: 0,
}

export function openPools(options: PoolOptions): Pools {
  const { extraCa, proxy, connectLimitMs, poolsMax = 1_000 } = options
  const pools = new Map<string, ClosablePool>()
  let trust: SecureContext | undefined
  const open = (target: URL, addresses: LookupAddress[]): ClosablePool => {
    trust ??= trustIn(extraCa)
    const tls = { ...serverName(target), secureContext: trust, timeout: connectLimitMs }
    if (proxy !== null) return proxyPool(proxy, target, addresses[0]!, tls)
    const connect = { ...tls, lookup: answering(addresses), autoSelectFamilyAttemptTimeout: 1_000 }
    return new Pool(target.origin, { ...common, connect })
  }
  return {
    of(target, addresses) {
      const key = [target.origin, ...addresses.map(({ address }) => address).sort()].join(' ')
      const pool = pools.get(key) ?? open(target, addresses)
      pools.delete(key)
      pools.set(key, pool)
      if (pools.size > poolsMax) closeOldest(pools)
      return pool
    },
    async close() {
      const closing = [...pools.values()].map(pool => pool.close())
      pools.clear()
      await Promise.all(closing)
    },
  }
}

function closeOldest(pools: Map<string, ClosablePool>): void {
  const [[key, pool]] = pools as unknown as [[string, ClosablePool]]
  pools.delete(key)
  void pool.close()
}

/** Certificates are verified against the system's roots, Node's own and the operator's. */
function trustIn(extraCa: string[]): SecureContext {
  const ca = [...getCACertificates('system'), ...getCACertificates('default'), ...extraCa]
  return createSecureContext({ ca: [...new Set(ca)] })
}

/** For SNI and the certificate; an IP address has no SNI, its certificate is checked for it. */
function serverName({ hostname }: URL): { servername?: string } {
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  return isAddress ? {} : { servername: hostname.replace(/\.$/, '') }
}

/** A lookup that asks nobody: the addresses that were checked are the ones connected to. */
function answering(addresses: LookupAddress[]): LookupFunction {
  const [{ address, family }] = addresses as [LookupAddress]
  return (_hostname, { all }, callback) => {
    if (all) callback(null, addresses)
    else callback(null, address, family)
  }
}

/** The proxy is asked for a tunnel to the address; it looks nothing up. */
function proxyPool(
  uri: string,
  { protocol, host, port }: URL,
  { address, family }: LookupAddress,
  tls: { secureContext: SecureContext; servername?: string; timeout: number },
): ClosablePool {
  const { secureContext, timeout } = tls
  const agent = new ProxyAgent({
    ...common,
    uri,
    proxyTunnel: true,
    requestTls: tls,
    proxyTls: { secureContext, timeout },
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: timeout }),
  })
  const standardPort = protocol === 'https:' ? 443 : 80
  const literal = family === 6 ? `[${address}]` : address
  const origin = `${protocol}//${literal}:${port || standardPort}`
  return {
    dispatch: (options, handler) => {
      const headers = { ...(options.headers as Record<string, string>), host }
      return agent.dispatch({ ...options, origin, headers }, handler)
    },
    close: () => agent.close(),
  }
}
