import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../../errors.ts'
import { toNetwork } from '../../limits/client-network.ts'
import { FairSemaphore } from '../../limits/fair-semaphore.ts'
import { limitReached } from '../../limits/limit-metrics.ts'
import { WindowCounter } from '../../limits/window-counter.ts'

/** Maximum number of failed authentications per network and minute. */
export const failuresPerMinuteMax = 100

/** Number of refusals per network and minute after which refusals are delayed. */
const refusalsMax = 100
export const refusalDelayMs = 1_000

/** Maximum number of remembered credentials, and of networks. */
const credentialsMax = 20_000
const networksMax = 10_000

/**
 * Queries that look credentials up. A credential that was valid at its last lookup is not queued.
 * All other lookups share a short queue, fair by network, so unknown clients cannot exhaust the
 * database. A network with too many failures is refused without a lookup.
 */
export class CredentialLookups {
  readonly queue = new FairSemaphore({
    limit: 'credential_lookups',
    atOnce: 8,
    waitingMax: 64,
    displaces: true,
  })
  /** Names of credentials that were valid at their last lookup. */
  readonly #validCredentials = new LRUCache<string, true>({ max: credentialsMax })
  readonly #failures = new WindowCounter({ windowMs: 60_000, keysMax: networksMax })
  /**
   * Networks with too many failures: Unix milliseconds until which their lookups are refused, and
   * the number of refusals so far.
   */
  readonly #refusedNetworks = new LRUCache<string, { untilMs: number; refusals: number }>({
    max: networksMax,
  })

  /**
   * Looks a credential up, after a wait in the queue if it is unknown.
   *
   * @param name digest or uid of the credential
   * @throws ApiError RATE_LIMITED after too many failures of the network, SERVICE_UNAVAILABLE if
   * the queue is full
   */
  find<T>(name: string, address: string, query: () => Promise<T>): Promise<T> {
    return this.#validCredentials.get(name) ? query() : this.#findUnknown(address, query)
  }

  async #findUnknown<T>(address: string, query: () => Promise<T>): Promise<T> {
    const network = toNetwork(address)
    this.#checkRefusal(network)
    return this.queue.run(network, () => {
      // The network may have exceeded the limit during the wait.
      this.#checkRefusal(network)
      return query()
    })
  }

  #checkRefusal(network: string): void {
    const refusal = this.#refusedNetworks.get(network)
    if (!refusal) return
    const remainingMs = refusal.untilMs - Date.now()
    if (remainingMs > 0) throw tooManyFailures(Math.ceil(remainingMs / 1_000))
    this.#refusedNetworks.delete(network)
  }

  /** Records the result of a lookup. */
  record(name: string, isValid: boolean): void {
    if (isValid) this.#validCredentials.set(name, true)
    else this.#validCredentials.delete(name)
  }

  /**
   * Counts a failed authentication, over all API versions. Beyond the limit, unknown credentials of
   * the network are refused until the minute is over.
   *
   * @returns the seconds until then; null within the limit
   */
  countFailure(address: string): number | null {
    const network = toNetwork(address)
    const seconds = this.#failures.add(network, failuresPerMinuteMax, new Date())
    if (seconds === null) return null
    const { refusals = 0 } = this.#refusedNetworks.get(network) ?? {}
    this.#refusedNetworks.set(network, { untilMs: Date.now() + seconds * 1_000, refusals })
    return seconds
  }

  /**
   * Delays a refusal if the network had many. Each one costs processor time, and a client that
   * retries immediately would take it from all other clients.
   */
  async delayRefusal(address: string): Promise<void> {
    const refusal = this.#refusedNetworks.get(toNetwork(address))
    if (refusal && ++refusal.refusals > refusalsMax) await sleep(refusalDelayMs)
  }
}

export function tooManyFailures(seconds: number): ApiError {
  limitReached('failed_authentication')
  const text = `More than ${failuresPerMinuteMax} failed authentications per minute; retry later`
  return new ApiError('RATE_LIMITED', text, { headers: { 'retry-after': String(seconds) } })
}
