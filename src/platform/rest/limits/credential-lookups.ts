import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { ApiError } from '../../errors.ts'
import { FairTurns } from '../../limits/fair-turns.ts'
import { networkOf } from '../../limits/network-of.ts'
import { limitReached } from '../../limits/reached.ts'
import { RecentCounts } from '../../limits/recent-counts.ts'

/** Maximum number of failed authentications of a network in a minute. */
const failuresPerMinuteMax = 100

/** Beyond so many refusals of a network in that time, each further one is delayed. */
const refusalsMax = 100
const delayMs = 1_000

const credentialsMax = 20_000
const networksMax = 10_000

/**
 * Lookups of credentials in the database. Those that this process has found good before are looked
 * up at once. All others share a short queue, fair by network, so that strangers do not take the
 * database from callers; a network with too many failures is refused without a lookup.
 */
export class CredentialLookups {
  readonly turns = new FairTurns({
    limit: 'credential_lookups',
    atOnce: 8,
    waitingMax: 64,
    displaces: true,
  })
  /** Names of credentials that were good when they were last looked up. */
  readonly #good = new LRUCache<string, true>({ max: credentialsMax })
  readonly #failures = new RecentCounts({ windowMs: 60_000, keysMax: networksMax })
  /** Networks with too many failures: until when, in milliseconds since 1970, and how often. */
  readonly #refused = new LRUCache<string, { untilMs: number; refusals: number }>({
    max: networksMax,
  })

  /**
   * Looks a credential up, when it is its turn.
   *
   * @param name a digest or uid that stands for the credential
   * @throws ApiError RATE_LIMITED after too many failures of the network, SERVICE_UNAVAILABLE when
   *   too many lookups wait
   */
  find<T>(name: string, address: string, look: () => Promise<T>): Promise<T> {
    return this.#good.get(name) ? look() : this.#findUnknown(address, look)
  }

  async #findUnknown<T>(address: string, look: () => Promise<T>): Promise<T> {
    const network = networkOf(address)
    this.#check(network)
    return this.turns.run(network, () => {
      // Its failures may have become too many while it waited.
      this.#check(network)
      return look()
    })
  }

  #check(network: string): void {
    const refused = this.#refused.get(network)
    if (!refused) return
    const leftMs = refused.untilMs - Date.now()
    if (leftMs > 0) throw tooManyFailures(Math.ceil(leftMs / 1_000))
    this.#refused.delete(network)
  }

  /** Notes whether a credential let its caller in. */
  note(name: string, isGood: boolean): void {
    if (isGood) this.#good.set(name, true)
    else this.#good.delete(name)
  }

  /**
   * Counts a failed authentication, over all versions together. Beyond the limit, unknown
   * credentials of the network are refused until the minute is over.
   *
   * @returns the seconds until then; null within the limit
   */
  countFailure(address: string): number | null {
    const network = networkOf(address)
    const seconds = this.#failures.add(network, failuresPerMinuteMax, new Date())
    if (seconds === null) return null
    const { refusals = 0 } = this.#refused.get(network) ?? {}
    this.#refused.set(network, { untilMs: Date.now() + seconds * 1_000, refusals })
    return seconds
  }

  /**
   * Waits before a refusal of an address is sent, once it had many of them: each costs processor
   * time, and a client that sends the next request at once would take it from all others.
   */
  async delayRefusal(address: string): Promise<void> {
    const refused = this.#refused.get(networkOf(address))
    if (refused && ++refused.refusals > refusalsMax) await sleep(delayMs)
  }
}

/** Refuses for too many failed authentications. */
export function tooManyFailures(seconds: number): ApiError {
  limitReached('failed_authentication')
  const text = `More than ${failuresPerMinuteMax} failed authentications per minute; retry later`
  return new ApiError('RATE_LIMITED', text, { headers: { 'retry-after': String(seconds) } })
}
