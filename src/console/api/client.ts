/** Query cache and retry policy. */
import { QueryClient } from '@tanstack/react-query'
import { ApiProblem, isTransient } from './problem.ts'

const retriesMax = 3
/** Delay before the first retry; it doubles with each further one. */
const firstDelayMs = 500

/**
 * Creates a client whose queries never become stale by time, only by events (`live/invalidate-
 * queries.ts`).
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < retriesMax && isTransient(error),
        retryDelay: (count, error) => {
          const retryAfterSeconds = error instanceof ApiProblem ? error.retryAfter : null
          return retryAfterSeconds === null ? firstDelayMs * 2 ** count : retryAfterSeconds * 1_000
        },
      },
    },
  })
}
