/** Number of times that each action ended in each way: a status, a code, no response. */
export type Counts = Map<string, Map<string, number>>

export function count(counts: Counts, action: string, ending: string): void {
  const endings = counts.get(action) ?? new Map<string, number>()
  endings.set(ending, (endings.get(ending) ?? 0) + 1)
  counts.set(action, endings)
}
