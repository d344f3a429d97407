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
