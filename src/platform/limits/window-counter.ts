import { LRUCache } from 'lru-cache'

/** Counts by key in a fixed window from the first event. Evicts the least recently used keys. */
export class WindowCounter {
  readonly #windowMs: number
  readonly #windows: LRUCache<string, { startedMs: number; count: number }>

  constructor(options: { windowMs: number; keysMax: number }) {
    this.#windowMs = options.windowMs
    this.#windows = new LRUCache({ max: options.keysMax })
  }

  /**
   * Counts an event. Returns null, or if the maximum is reached, the seconds until the window ends.
   */
  add(key: string, max: number, now: Date): number | null {
    const nowMs = now.getTime()
    const existing = this.#windows.get(key)
    // A time before the start means that the clock was set back.
    const isOver =
      !existing || nowMs >= existing.startedMs + this.#windowMs || nowMs < existing.startedMs
    const window = isOver ? { startedMs: nowMs, count: 0 } : existing
    if (window.count >= max) {
      return Math.max(1, Math.ceil((window.startedMs + this.#windowMs - nowMs) / 1_000))
    }
    window.count++
    this.#windows.set(key, window)
    return null
  }

  /** Removes an event that was counted before. */
  undo(key: string): void {
    const window = this.#windows.get(key)
    if (window && window.count > 0) window.count--
  }
}
