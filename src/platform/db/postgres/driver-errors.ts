/** Errors of the database driver, to distinguish them from errors of other connections. */
const driverErrors = new WeakSet<object>()

/** Records an error of the database driver, and the errors that it aggregates. */
export function recordDriverError(error: unknown): void {
  if (typeof error !== 'object' || error === null) return
  driverErrors.add(error)
  if (error instanceof AggregateError) error.errors.forEach(recordDriverError)
}

export function isDriverError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && driverErrors.has(error)
}
