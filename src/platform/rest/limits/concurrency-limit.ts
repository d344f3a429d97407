import { ApiError } from '../../errors.ts'
import { type LimitName, limitReached } from '../../limits/limit-metrics.ts'

/** Limit on the open resources of one kind per credential in this process. */
export class ConcurrencyLimit {
  readonly #max: number
  readonly #noun: string
  readonly #metricName: LimitName
  readonly #openByCredential = new Map<string, number>()

  /** @param noun plural noun for the error message */
  constructor(max: number, noun: string, metricName: LimitName) {
    this.#max = max
    this.#noun = noun
    this.#metricName = metricName
  }

  /**
   * Acquires a slot.
   *
   * @returns an idempotent function that releases it
   * @throws ApiError RATE_LIMITED
   */
  acquire(credential: string): () => void {
    const open = this.#openByCredential.get(credential) ?? 0
    if (open >= this.#max) {
      limitReached(this.#metricName)
      throw new ApiError(
        'RATE_LIMITED',
        `At most ${this.#max} ${this.#noun} can be open at the same time`,
        {
          members: { limit: this.#max },
          headers: { 'retry-after': '1' },
        },
      )
    }
    this.#openByCredential.set(credential, open + 1)
    let isOpen = true
    return () => {
      if (isOpen) this.#release(credential)
      isOpen = false
    }
  }

  #release(credential: string): void {
    const remaining = this.#openByCredential.get(credential)! - 1
    if (remaining > 0) this.#openByCredential.set(credential, remaining)
    else this.#openByCredential.delete(credential)
  }
}
