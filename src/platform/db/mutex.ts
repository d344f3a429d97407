/** Lets one holder through at a time, in order of arrival. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve()
  #present = 0
  #busyMs = 0
  #busySince = 0

  /** How many are inside or wait. */
  get present(): number {
    return this.#present
  }

  /** How long somebody has been inside since it was made, in milliseconds. */
  get busyMs(): number {
    return this.#busyMs + (this.#present > 0 ? performance.now() - this.#busySince : 0)
  }

  /** Waits for the turn; the answer gives it up again. */
  async enter(): Promise<() => void> {
    const before = this.#tail
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tail = before.then(() => promise)
    if (this.#present++ === 0) this.#busySince = performance.now()
    await before
    return () => {
      if (--this.#present === 0) this.#busyMs += performance.now() - this.#busySince
      resolve()
    }
  }
}
