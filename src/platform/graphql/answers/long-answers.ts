import { ApiError } from '../../errors.ts'
import { limitReached } from '../../limits/reached.ts'
import { ConcurrencyLimit } from '../../rest/limits/concurrency-limit.ts'

export interface LongAnswerLimits {
  /** At once, of one credential and of all. */
  eachMax: number
  allMax: number
  /** How long a client may take nothing of one, in milliseconds. */
  stalledMs: number
  /** How long one may take, in milliseconds. */
  totalMs: number
}

const standard: LongAnswerLimits = {
  eachMax: 2,
  allMax: 5,
  stalledMs: 30_000,
  totalMs: 300_000,
}

/** Bounds the long answers of a process: each holds a connection for as long as a client reads. */
export class LongAnswers {
  readonly limits: LongAnswerLimits
  readonly #each: ConcurrencyLimit
  #open = 0

  constructor(limits: Partial<LongAnswerLimits> = {}) {
    this.limits = { ...standard, ...limits }
    this.#each = new ConcurrencyLimit(this.limits.eachMax, 'long answers', 'long_answers_each')
  }

  get open(): number {
    return this.#open
  }

  /**
   * Begins one more.
   *
   * @returns what ends it, however often it is called
   * @throws ApiError RATE_LIMITED for a credential that has two, SERVICE_UNAVAILABLE
   */
  enter(credential: string): () => void {
    const leave = this.#each.enter(credential)
    if (this.#open >= this.limits.allMax) {
      leave()
      limitReached('long_answers_all')
      throw new ApiError('SERVICE_UNAVAILABLE', 'Too many long answers at once, try again', {
        headers: { 'retry-after': '5' },
      })
    }
    this.#open++
    let isOpen = true
    return () => {
      leave()
      if (isOpen) this.#open--
      isOpen = false
    }
  }
}
