/** Arguments of a run, from which all that is tried follows. */
export type FeedOptions = {
  /** How long both engines are tried, each on a core of its own. */
  minutes: number
  /** How many acts are tried per engine at most. */
  steps: number
  /** The first history of an engine; the others follow it by one each. */
  seed: number
  /** How many faults are planted, one after the other, to see that they are found. */
  plants: number
}

export const feedOptions: FeedOptions = { minutes: 20, steps: 1_000_000, seed: 1, plants: 10 }

export const engines = ['postgres', 'pglite'] as const
export type Engine = (typeof engines)[number]
