/** Arguments of a run, from which all that is tried follows. */
export type FeedOptions = {
  /** Minutes for both engines, each on a core of its own. */
  minutes: number
  /** Maximum number of acts per engine. */
  steps: number
  /** The first history of an engine; the others follow it by one each. */
  seed: number
  /** Number of faults to plant, one after the other, each of which must be found. */
  plants: number
}

export const feedOptions: FeedOptions = { minutes: 20, steps: 1_000_000, seed: 1, plants: 10 }

export const engines = ['postgres', 'pglite'] as const
export type Engine = (typeof engines)[number]
