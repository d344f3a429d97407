import { isTimedOut } from '../db/query-deadline.ts'

/**
 * Single-flight reads: concurrent callers share one read per name. A result is never older than the
 * call: callers during a read share the next one, which starts when the current one ends. If the
 * current one times out, they get its error.
 */
export class SingleFlight {
  readonly #running = new Map<string, Promise<unknown>>()
  readonly #next = new Map<string, Promise<unknown>>()

  /**
   * Reads a value by its name.
   *
   * @param read may be called for other callers; all of them share its result or error
   */
  read<T>(name: string, read: () => Promise<T>): Promise<T> {
    const next = this.#next.get(name)
    if (next) return next as Promise<T>
    const running = this.#running.get(name)
    if (!running) return this.#start(name, read)
    const startNext = () => {
      this.#next.delete(name)
      return this.#start(name, read)
    }
    const nextRead = (running as Promise<T>).then(startNext, (error: unknown) => {
      if (!isTimedOut(error)) return startNext()
      this.#next.delete(name)
      throw error
    })
    this.#next.set(name, nextRead)
    return nextRead
  }

  #start<T>(name: string, read: () => Promise<T>): Promise<T> {
    const running = read()
    this.#running.set(name, running)
    const end = () => {
      if (this.#running.get(name) === running) this.#running.delete(name)
    }
    running.then(end, end)
    return running
  }
}
