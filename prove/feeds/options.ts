/** Options of a run, which determine the histories. */
export type FeedOptions = {
  /** Minutes for both engines, which run in parallel. */
  minutes: number
  /** Maximum number of actions per engine. */
  steps: number
  /** Seed of the first history of an engine; each further one is higher by one. */
  seed: number
  /** Number of mutations to test, one at a time, each of which must be detected. */
  plants: number
}

export const feedOptions: FeedOptions = { minutes: 20, steps: 1_000_000, seed: 1, plants: 10 }

export const engines = ['postgres', 'pglite'] as const
export type Engine = (typeof engines)[number]
