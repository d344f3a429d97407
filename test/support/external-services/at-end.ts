/** Registers a callback for the end of a test file, or of a bench. */
export type AtEnd = (end: () => Promise<void> | void) => void
