/** What a run is told: all that is tried follows from it. */
export type FreshOptions = {
  /** How many answers are compared at least. */
  comparisons: number
  /** Server processes that keep answers, on the one database. */
  processes: number
  /** How many of them are killed, one after the other. */
  kills: number
  /** What is tried follows from it; in what order the answers come does not. */
  seed: number
}

export const freshOptions: FreshOptions = {
  ...{ comparisons: 100_000, processes: 3, kills: 20, seed: 1 },
}

/** What is broken on purpose, to see that it is found. */
export const plants = [
  ...(['forgotten-mark', 'forgotten-property', 'wrong-instant'] as const),
  ...(['missing-reach', 'blurred-reach', 'wrong-house'] as const),
]
export type Plant = (typeof plants)[number]
