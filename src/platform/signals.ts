/** Wakes those in this process who wait for something that has a name. */
export class Signals {
  readonly #waiting = new Map<string, Set<() => void>>()

  /** It happened: everybody who waits for it goes on. */
  emit(name: string): void {
    const waiting = this.#waiting.get(name)
    this.#waiting.delete(name)
    for (const wake of waiting ?? []) wake()
  }

  /** Waits for the next beat, at most this long, or until the signal aborts. */
  async next(name: string, waitMs: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return
    const waiting = this.#waiting.get(name) ?? new Set()
    this.#waiting.set(name, waiting)
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => resolve()
    const timer = setTimeout(wake, waitMs)
    waiting.add(wake)
    signal?.addEventListener('abort', wake)
    await promise
    clearTimeout(timer)
    signal?.removeEventListener('abort', wake)
    waiting.delete(wake)
    if (waiting.size === 0 && this.#waiting.get(name) === waiting) this.#waiting.delete(name)
  }
}
