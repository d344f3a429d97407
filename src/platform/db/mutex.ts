/** Lets one holder through at a time, in order of arrival. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve()
  #present = 0

  /** How many are inside or wait. */
  get present(): number {
    return this.#present
  }

  /** Waits for the turn; the answer gives it up again. */
  async enter(): Promise<() => void> {
    const before = this.#tail
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tail = before.then(() => promise)
    this.#present++
    await before
    return () => {
      this.#present--
      resolve()
    }
  }
}
