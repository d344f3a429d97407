/** Options of a run, which determine the attempts. */
export type FaultOptions = {
  /** Duration of each fault in seconds. */
  seconds: number
  /** Number of kinds of fault per dependency. */
  kinds: number
  /** Number of concurrent clients of each of the two agencies. */
  connections: number
  /** Number of server processes; their clocks are alternately slow and fast. */
  processes: number
  /** Seed of the operations; it does not determine the order of the responses. */
  seed: number
  /** Factor of all time limits: 1 on an otherwise idle machine. */
  slack: number
}

export const faultOptions: FaultOptions = {
  ...{ seconds: 8, kinds: 5, connections: 3, processes: 2, seed: 1, slack: 1 },
}
