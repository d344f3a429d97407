/** Errors that came from the database driver, so that those of other connections are told apart. */
const known = new WeakSet<object>()

/** Notes an error, and those that it is made of, as one of the database driver. */
export function noteDriverError(error: unknown): void {
  if (typeof error !== 'object' || error === null) return
  known.add(error)
  if (error instanceof AggregateError) error.errors.forEach(noteDriverError)
}

/** Returns whether an error was noted. */
export function isDriverError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && known.has(error)
}
