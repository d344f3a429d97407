/** Options of a run, which determine the attempts. */
export type FreshOptions = {
  /** Minimum number of compared responses. */
  comparisons: number
  /** Number of server processes with a response cache on the one database. */
  processes: number
  /** Number of processes that are killed, one after the other. */
  kills: number
  /** Seed of the operations; it does not determine the order of the responses. */
  seed: number
}

export const freshOptions: FreshOptions = {
  ...{ comparisons: 100_000, processes: 3, kills: 20, seed: 1 },
}

/** Mutations of the servers, each of which the proof has to detect. */
export const mutations = [
  ...(['stale-versions', 'missing-properties', 'missing-expiry'] as const),
  ...(['missing-scope', 'merged-partners', 'wrong-property'] as const),
]
export type Mutation = (typeof mutations)[number]
