/** What a run is told: all that is tried follows from it. */
export type FaultOptions = {
  /** How long each disturbance lasts. */
  seconds: number
  /** How many ways of disturbing each thing are tried. */
  kinds: number
  /** How many do ordinary work at once, of each of the two agencies. */
  connections: number
  /** Server processes on the one database; their clocks are wrong in turn before and behind. */
  processes: number
  /** What is tried follows from it; in what order the answers come does not. */
  seed: number
  /** How many times longer things may take: 1 on a machine that has nothing else to do. */
  slack: number
}

export const faultOptions: FaultOptions = {
  ...{ seconds: 8, kinds: 5, connections: 3, processes: 2, seed: 1, slack: 1 },
}
