/** Source of the current time; tests set it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Clock that stands still until it is set. */
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
