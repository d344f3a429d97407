/** What a run is told: all that is tried follows from it. */
export type NoLossOptions = {
  rounds: number
  /** How many acts are tried in a round. */
  acts: number
  /** How many are under way at once. */
  connections: number
  /** Server processes on the one database, of which every other one does background work, too. */
  servers: number
  workers: number
  /** What is tried follows from it; in what order the answers come does not. */
  seed: number
}

export const noLossOptions: NoLossOptions = {
  ...{ rounds: 20, acts: 120, connections: 24, servers: 3, workers: 2, seed: 1 },
}
