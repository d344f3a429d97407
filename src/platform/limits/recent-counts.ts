import { LRUCache } from 'lru-cache'

/** Counts by key in a fixed time from the first; the keys longest unused are forgotten first. */
export class RecentCounts {
  readonly #windowMs: number
  readonly #windows: LRUCache<string, { startedMs: number; count: number }>

  constructor(options: { windowMs: number; keysMax: number }) {
    this.#windowMs = options.windowMs
    this.#windows = new LRUCache({ max: options.keysMax })
  }

  /** Counts one, unless there are as many as may be: then the seconds until more may be. */
  add(key: string, most: number, now: Date): number | null {
    const nowMs = now.getTime()
    const known = this.#windows.get(key)
    const isOver = !known || nowMs >= known.startedMs + this.#windowMs || nowMs < known.startedMs
    const window = isOver ? { startedMs: nowMs, count: 0 } : known
    if (window.count >= most) {
      return Math.max(1, Math.ceil((window.startedMs + this.#windowMs - nowMs) / 1_000))
    }
    window.count++
    this.#windows.set(key, window)
    return null
  }

  /** Takes one back that turned out not to count. */
  takeBack(key: string): void {
    const window = this.#windows.get(key)
    if (window && window.count > 0) window.count--
  }
}
