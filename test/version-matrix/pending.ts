/** Documented features that are not implemented yet: lists that only shrink. */

/** Operations that are not implemented yet. */
export const pendingOperations: string[] = []

/** Operations whose resources no fixture has yet. */
export const pendingRoutes: string[] = []

/** Tests that are not written yet. */
export const pendingProofs: string[] = []
