import { ApiError } from '../../errors.ts'
import { type LimitName, limitReached } from '../../limits/reached.ts'

/** Bounds how many of something each credential has open at once in this process. */
export class ConcurrencyLimit {
  readonly #most: number
  readonly #what: string
  readonly #limit: LimitName
  readonly #open = new Map<string, number>()

  /** @param what the plural that a refusal names them by */
  constructor(most: number, what: string, limit: LimitName) {
    this.#most = most
    this.#what = what
    this.#limit = limit
  }

  /**
   * Opens one more.
   *
   * @returns what closes it again, however often it is called
   * @throws ApiError RATE_LIMITED
   */
  enter(credential: string): () => void {
    const open = this.#open.get(credential) ?? 0
    if (open >= this.#most) {
      limitReached(this.#limit)
      throw new ApiError(
        'RATE_LIMITED',
        `At most ${this.#most} ${this.#what} can be open at the same time`,
        {
          members: { limit: this.#most },
          headers: { 'retry-after': '1' },
        },
      )
    }
    this.#open.set(credential, open + 1)
    let isOpen = true
    return () => {
      if (isOpen) this.#leave(credential)
      isOpen = false
    }
  }

  #leave(credential: string): void {
    const left = this.#open.get(credential)! - 1
    if (left > 0) this.#open.set(credential, left)
    else this.#open.delete(credential)
  }
}
