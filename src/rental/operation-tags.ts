/** What a key may be restricted to: contract/general.md §2.1. */
import { legacyRoutes, routes, unversionedRoutes } from './routes.ts'

const all = [...routes, ...legacyRoutes, ...unversionedRoutes].map(({ tag }) => tag)

/** The tags of all operations that take an API key, as the reference names them. */
export const operationTags: readonly string[] = [...new Set([...all, 'GraphQL'])].sort()
