import { isTimedOut } from '../db/query-deadline.ts'

/**
 * Has all who ask for the same at once share one answer. It is never older than the question: who
 * asks while it is being read shares the next one, which is begun when that one is there; when it
 * was waited for as long as anybody waits, there is no next one.
 */
export class SharedReads {
  readonly #running = new Map<string, Promise<unknown>>()
  readonly #next = new Map<string, Promise<unknown>>()

  /**
   * Reads what a name stands for.
   *
   * @param read makes the same of it for everybody; all share what it throws, too
   */
  read<T>(name: string, read: () => Promise<T>): Promise<T> {
    const next = this.#next.get(name)
    if (next) return next as Promise<T>
    const running = this.#running.get(name)
    if (!running) return this.#begin(name, read)
    const begin = () => {
      this.#next.delete(name)
      return this.#begin(name, read)
    }
    const after = (running as Promise<T>).then(begin, (error: unknown) => {
      if (!isTimedOut(error)) return begin()
      this.#next.delete(name)
      throw error
    })
    this.#next.set(name, after)
    return after
  }

  #begin<T>(name: string, read: () => Promise<T>): Promise<T> {
    const running = read()
    this.#running.set(name, running)
    const end = () => {
      if (this.#running.get(name) === running) this.#running.delete(name)
    }
    running.then(end, end)
    return running
  }
}
