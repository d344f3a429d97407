/** Named wake-up signals within this process. */
export class Wakeups {
  readonly #wakersByName = new Map<string, Set<() => void>>()

  emit(name: string): void {
    const wakers = this.#wakersByName.get(name)
    this.#wakersByName.delete(name)
    for (const wake of wakers ?? []) wake()
  }

  /** Waits for the next signal, a timeout in milliseconds, or an abort. */
  async next(name: string, waitMs: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return
    const wakers = this.#wakersByName.get(name) ?? new Set()
    this.#wakersByName.set(name, wakers)
    const { promise, resolve } = Promise.withResolvers<void>()
    const wake = () => resolve()
    const timer = setTimeout(wake, waitMs)
    wakers.add(wake)
    signal?.addEventListener('abort', wake)
    await promise
    clearTimeout(timer)
    signal?.removeEventListener('abort', wake)
    wakers.delete(wake)
    // `emit` may have removed the set, and a later call may have created another one.
    if (wakers.size === 0 && this.#wakersByName.get(name) === wakers)
      this.#wakersByName.delete(name)
  }
}
