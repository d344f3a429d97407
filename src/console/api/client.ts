/** What has been read of the server, and how often a read is tried. */
import { QueryClient } from '@tanstack/react-query'
import { ApiProblem, isPassing } from './problem.ts'

const triesMax = 3

/** Reads stay good until an event says that they are stale (`live.ts`). */
export function makeClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: (count, error) => count < triesMax && isPassing(error),
        retryDelay: (count, error) => {
          const seconds = error instanceof ApiProblem ? error.retryAfter : null
          return seconds === null ? 500 * 2 ** count : seconds * 1_000
        },
      },
    },
  })
}
