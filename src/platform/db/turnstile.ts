/** Lets one holder through at a time, in order of arrival. */
export class Turnstile {
  #tail: Promise<void> = Promise.resolve()

  /** Waits for the turn; the answer gives it up again. */
  async enter(): Promise<() => void> {
    const before = this.#tail
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tail = before.then(() => promise)
    await before
    return resolve
  }
}
