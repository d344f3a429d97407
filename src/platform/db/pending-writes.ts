/** The last statements of a transaction: asked for, and perhaps not yet answered. */
export interface LastWrites {
  written: Promise<void>
}

/** What acts leave to be written last in their transaction, such as the events that they make. */
export interface PendingWrites {
  /** An empty one, for a transaction that begins. */
  begin(): this
  /** Forgets what was put in, because what it tells of was undone. */
  clear(): void
  /** Writes what was put in, as the last of the transaction, up to what need not be waited for. */
  flush(db: never): Promise<LastWrites>
  /** The transaction has committed. */
  committed(): void
}

/** One statement of a transaction that is asked for last, so that the commit is sent with it. */
export class LastStatement<Answer> implements PendingWrites {
  readonly #nothing: Answer
  answer: Promise<Answer>

  /** @param nothing what is answered where it is not asked for */
  constructor(nothing: Answer) {
    this.#nothing = nothing
    this.answer = Promise.resolve(nothing)
  }

  begin(): this {
    this.answer = Promise.resolve(this.#nothing)
    return this
  }

  async flush(): Promise<LastWrites> {
    const written = this.answer.then(() => undefined)
    // Whoever commits waits for it, perhaps only after it has failed.
    written.catch(() => undefined)
    return { written }
  }

  clear(): void {}

  committed(): void {}
}
