import { ApiError } from '../../errors.ts'

/** Bounds how many of something each credential has open at once in this process. */
export class ConcurrencyLimit {
  readonly #most: number
  readonly #what: string
  readonly #open = new Map<string, number>()

  /** @param what the plural that a refusal names them by */
  constructor(most: number, what: string) {
    this.#most = most
    this.#what = what
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
      throw new ApiError('RATE_LIMITED', `More than ${this.#most} ${this.#what} at once`, {
        members: { limit: this.#most },
        headers: { 'retry-after': '1' },
      })
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
