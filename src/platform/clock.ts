/** Where `now` comes from; tests set it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is set. */
export class SettableClock implements Clock {
  #now: Date

  constructor(now: string | Date = new Date()) {
    this.#now = new Date(now)
  }

  now(): Date {
    return new Date(this.#now)
  }

  set(now: string | Date): void {
    this.#now = new Date(now)
  }

  advance(milliseconds: number): void {
    this.#now = new Date(this.#now.getTime() + milliseconds)
  }
}
