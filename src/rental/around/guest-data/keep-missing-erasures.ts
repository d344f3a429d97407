import type { Erasure } from './guest-data.ts'
import { keepErasure } from './keep-erasure.ts'
import { readErasures } from './read-erasures.ts'

/**
 * Adds erasures to the list that it lacks, because the process ended right after the erasure or the
 * disk was full, or that it has without their leads, from an earlier release.
 *
 * @returns how many were added
 */
export async function keepMissingErasures(file: string, erasures: Erasure[]): Promise<number> {
  const listed = new Map<string, number>()
  for (const { guestUid, leadUids, erasedAt } of (await readErasures(file)) ?? []) {
    if (leadUids === undefined) continue
    listed.set(guestUid, Math.max(Date.parse(erasedAt), listed.get(guestUid) ?? 0))
  }
  const missing = erasures.filter(({ guestUid, erasedAt }) => {
    return Date.parse(erasedAt) > (listed.get(guestUid) ?? 0)
  })
  for (const erasure of missing) keepErasure(file, erasure)
  return missing.length
}
