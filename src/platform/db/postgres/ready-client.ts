import pg from 'pg'

/**
 * A connection that knows whether all it was asked is over. A statement that fails is answered
 * before the server is ready for the next one: the coordinator of a cluster tells of the failure at
 * once, and is ready when all of its nodes have ended their parts, which one that is frozen never
 * does.
 */
export class ReadyClient extends pg.Client {
  #isBusy = false
  /** Wait for the end of all that was asked. */
  readonly #waiting = new Set<() => void>()

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const over = () => {
      this.#isBusy = false
      for (const resolve of this.#waiting) resolve()
      this.#waiting.clear()
    }
    this.on('drain', over)
    this.on('end', over)
  }

  override query(...args: unknown[]): never {
    const wasBusy = this.#isBusy
    this.#isBusy = true
    try {
      return (super.query as (...args: unknown[]) => never).apply(this, args)
    } catch (error) {
      this.#isBusy = wasBusy
      throw error
    }
  }

  /** Whether the server has said that it is ready for a query, after all that was asked. */
  get isReady(): boolean {
    return !this.#isBusy
  }

  /** Returns whether it is ready, or has ended, within so many milliseconds. */
  readyWithin(ms: number): Promise<boolean> {
    if (this.isReady) return Promise.resolve(true)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const over = () => resolve(true)
    this.#waiting.add(over)
    const timer = setTimeout(() => resolve(false), ms)
    return promise.finally(() => {
      clearTimeout(timer)
      this.#waiting.delete(over)
    })
  }
}
