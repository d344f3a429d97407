import { type LookupAddress, TIMEOUT } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { refuseInTransaction } from '../db/in-transaction.ts'

/** All addresses of a host name, in the order to try them. @throws Error of `node:dns` */
export type ResolveHost = (hostname: string) => Promise<LookupAddress[]>

export interface ResolverOptions {
  /** How long to wait for an answer. */
  limitMs?: number
  /** How many names are looked up at once; others wait their turn. */
  lookupsMax?: number
  ask?: ResolveHost
}

/**
 * Asks the system, which heeds its hosts file, too. Those who ask for a name while it is looked up
 * share the answer. A lookup holds one of libuv's four threads until it ends, however long a name
 * server makes it wait; one thread is always left to what else needs them.
 *
 * @throws Error with code ETIMEOUT when there is no answer in time
 */
export function systemResolver(options: ResolverOptions = {}): ResolveHost {
  const { limitMs = 5_000, lookupsMax = 3, ask = askSystem } = options
  const pending = new Map<string, Promise<LookupAddress[]>>()
  const inTurn = turns(lookupsMax)
  return hostname => {
    refuseInTransaction('The name server')
    const asked = pending.get(hostname)
    if (asked) return asked
    const asking = within(limitMs, isLate => inTurn(() => (isLate() ? [] : ask(hostname))))
    pending.set(hostname, asking)
    const forget = () => pending.delete(hostname)
    asking.then(forget, forget)
    return asking
  }
}

const askSystem: ResolveHost = hostname => lookup(hostname, { all: true, order: 'verbatim' })

function within<T>(limitMs: number, work: (isLate: () => boolean) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      const message = 'The name was not looked up in time'
      reject(Object.assign(new Error(message), { code: TIMEOUT }))
    }, limitMs)
    work(() => isLate)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** Runs so much work at once, and what comes more in the order in which it came. */
function turns(max: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => T | Promise<T>): Promise<T> => {
    if (running < max) running++
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
