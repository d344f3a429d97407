import { type LookupAddress, TIMEOUT } from 'node:dns'
import { lookup } from 'node:dns/promises'

/** All addresses of a host name, in the order to try them. @throws Error of `node:dns` */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>

/**
 * Asks the system. Those who ask for a name while it is looked up share the answer.
 *
 * @throws Error with code ETIMEOUT when there is no answer for so many milliseconds
 */
export function systemResolver(limitMs = 5_000): ResolveHost {
  const pending = new Map<string, Promise<LookupAddress[]>>()
  return hostname => {
    const asked = pending.get(hostname)
    if (asked) return asked
    const asking = within(limitMs, lookup(hostname, { all: true, order: 'verbatim' }))
    pending.set(hostname, asking)
    const forget = () => pending.delete(hostname)
    asking.then(forget, forget)
    return asking
  }
}

function within<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const tooLate = Object.assign(new Error('The name was not looked up in time'), {
      code: TIMEOUT,
    })
    const timer = setTimeout(reject, limitMs, tooLate)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
