import { type LookupAddress, NOTFOUND } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { setTimeout as sleep } from 'node:timers/promises'

/** The addresses of a name, and how long they may be kept. @throws Error of `node:dns` */
export type AskNames = (
  hostname: string,
) => Promise<{ addresses: LookupAddress[]; ttlSeconds: number }>

/** How long the other family may take when one has answered, in milliseconds. */
const otherMs = 300

/**
 * Asks name servers by c-ares, which has sockets of its own and takes no thread.
 *
 * @param servers addresses with ports; none: those of the system
 */
export function askNameServers(servers?: string[]): AskNames {
  // It tries each server again with twice the time.
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return async hostname => {
    const families = [
      resolver.resolve4(hostname, { ttl: true }),
      resolver.resolve6(hostname, { ttl: true }),
    ]
    const [four, six] = await settledSoon(families)
    const records = [four, six].flatMap((found, i) =>
      found?.status === 'fulfilled'
        ? found.value.map(({ address, ttl }) => ({ address, ttl, family: i === 0 ? 4 : 6 }))
        : [],
    )
    if (records.length === 0) throw failureOf(four, six)
    const ttlSeconds = Math.min(...records.map(({ ttl }) => ttl))
    return { addresses: records.map(({ address, family }) => ({ address, family })), ttlSeconds }
  }
}

/** Waits for all, but when one has something not much longer for the others: undefined. */
async function settledSoon<T>(
  promises: Promise<T>[],
): Promise<(PromiseSettledResult<T> | undefined)[]> {
  const settled: (PromiseSettledResult<T> | undefined)[] = promises.map(() => undefined)
  const noted = promises.map(async (promise, i) => {
    ;[settled[i]] = await Promise.allSettled([promise])
  })
  const late = new AbortController()
  const someThing = Promise.any(promises).then(
    () => sleep(otherMs, undefined, { signal: late.signal }).catch(() => undefined),
    () => undefined,
  )
  await Promise.race([Promise.all(noted), someThing])
  // All may have failed a moment before they were noted.
  if (settled.every(result => result?.status !== 'fulfilled')) await Promise.all(noted)
  late.abort()
  return settled
}

/** What is wrong with a name that has no address: that it is not known, only if both say so. */
function failureOf(...results: (PromiseSettledResult<unknown> | undefined)[]): Error {
  const errors = results.flatMap(result => (result?.status === 'rejected' ? [result.reason] : []))
  const isAbsent = ({ code }: NodeJS.ErrnoException) => code === NOTFOUND || code === 'ENODATA'
  return errors.find(error => !isAbsent(error)) ?? errors[0]
}
