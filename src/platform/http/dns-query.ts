import { type LookupAddress, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves the addresses of a name and their time to live. @throws Error of `node:dns` */
export type QueryNames = (
  hostname: string,
) => Promise<{ addresses: LookupAddress[]; ttlSeconds: number }>

/** Wait for the other address family after the first response, in milliseconds. */
const otherFamilyMs = 300

/**
 * Creates a resolver on c-ares, which has its own sockets and occupies no thread.
 *
 * @param servers addresses with ports; default: those of the system
 */
export function queryNameServers(servers?: string[]): QueryNames {
  // The second try of each server has twice the timeout.
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async hostname => {
    const families = [
      resolver.resolve4(hostname, { ttl: true }),
      resolver.resolve6(hostname, { ttl: true }),
    ]
    const [ipv4, ipv6] = await raceFamilies(families)
    const records = [ipv4, ipv6].flatMap((result, i) =>
      result?.status === 'fulfilled'
        ? result.value.map(({ address, ttl }) => ({ address, ttl, family: i === 0 ? 4 : 6 }))
        : [],
    )
    if (records.length === 0) throw selectError(ipv4, ipv6)
    const ttlSeconds = Math.min(...records.map(({ ttl }) => ttl))
    return { addresses: records.map(({ address, family }) => ({ address, family })), ttlSeconds }
  }
}

/**
 * Waits for all promises. After the first success, waits only briefly for the others, whose results
 * may be undefined.
 */
async function raceFamilies<T>(
  promises: Promise<T>[],
): Promise<(PromiseSettledResult<T> | undefined)[]> {
  const results: (PromiseSettledResult<T> | undefined)[] = promises.map(() => undefined)
  const recorded = promises.map(async (promise, i) => {
    ;[results[i]] = await Promise.allSettled([promise])
  })
  const timeout = new AbortController()
  const anySuccess = Promise.any(promises).then(
    () => sleep(otherFamilyMs, undefined, { signal: timeout.signal }).catch(() => undefined),
    () => undefined,
  )
  await Promise.race([Promise.all(recorded), anySuccess])
  // All promises may have failed just before their results were recorded.
  if (results.every(result => result?.status !== 'fulfilled')) await Promise.all(recorded)
  timeout.abort()
  return results
}

/** Selects the error to report: that the name is unknown only if both families agree. */
function selectError(...results: (PromiseSettledResult<unknown> | undefined)[]): Error {
  const errors = results.flatMap(result => (result?.status === 'rejected' ? [result.reason] : []))
  const isAbsent = ({ code }: NodeJS.ErrnoException) => code === NOTFOUND || code === 'ENODATA'
  return errors.find(error => !isAbsent(error)) ?? errors[0]
}
