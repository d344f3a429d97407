/** Options of a run, which determine the attempts. */
export type NoLossOptions = {
  rounds: number
  /** Number of operations in a round. */
  acts: number
  /** Number of concurrent operations. */
  connections: number
  /** Number of server processes, of which every other one does background work, too. */
  servers: number
  workers: number
  /** Seed of the operations; it does not determine the order of the responses. */
  seed: number
}

export const noLossOptions: NoLossOptions = {
  ...{ rounds: 20, acts: 120, connections: 24, servers: 3, workers: 2, seed: 1 },
}
