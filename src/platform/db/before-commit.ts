/** Result of the last statements of a transaction, which may still be running. */
export interface LastWrites {
  written: Promise<void>
}

/** Writes collected during a transaction and run before its commit, such as those of its events. */
export interface PendingWrites {
  /** Returns an empty collection, for a new transaction. */
  begin(): this
  /** Discards all writes after a rollback to a savepoint. */
  clear(): void
  /** Runs the collected writes as the last statements of the transaction. */
  flush(db: never): Promise<LastWrites>
  /** Called after the commit. */
  committed(): void
}
