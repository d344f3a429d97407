const toleranceMs = 60_000

/**
 * Whether what was used is presented again so late that it is no second try of the same request
 * (contract/general.md §2.3).
 */
export function isReplay(usedAt: Date, now: Date): boolean {
  return now.getTime() - usedAt.getTime() > toleranceMs
}
