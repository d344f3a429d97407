/** What the matrix promises of nouns that are still being built: lists that only shrink. */

/** Operations that the route tables do not have yet. */
export const pendingOperations: string[] = []

/** Operations whose objects no estate has yet. */
export const pendingRoutes: string[] = []

/** Tests that are to be written with their nouns. */
export const pendingProofs: string[] = []
