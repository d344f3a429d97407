import type { Erasure } from './guest-data.ts'
import { keepErasure } from './keep-erasure.ts'
import { readErasures } from './read-erasures.ts'

/**
 * Adds to the list those that it lacks, whose process ended right after the erasure, or whose disk
 * was full. Says how many.
 */
export async function keepMissingErasures(file: string, erasures: Erasure[]): Promise<number> {
  const listed = new Map<string, number>()
  for (const { guestUid, erasedAt } of (await readErasures(file)) ?? []) {
    listed.set(guestUid, Math.max(Date.parse(erasedAt), listed.get(guestUid) ?? 0))
  }
  const missing = erasures.filter(({ guestUid, erasedAt }) => {
    return Date.parse(erasedAt) > (listed.get(guestUid) ?? 0)
  })
  for (const erasure of missing) keepErasure(file, erasure)
  return missing.length
}
