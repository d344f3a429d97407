import { appendErasure } from './append-erasure.ts'
import type { Erasure } from './guest-data.ts'
import { readErasures } from './read-erasures.ts'

/**
 * Appends erasures missing from the list, after a crash or a full disk, or listed without their
 * leads by an earlier release.
 *
 * @returns the number of added erasures
 */
export async function appendMissingErasures(file: string, erasures: Erasure[]): Promise<number> {
  const listed = new Map<string, number>()
  for (const { guestUid, leadUids, erasedAt } of (await readErasures(file)) ?? []) {
    if (leadUids === undefined) continue
    listed.set(guestUid, Math.max(Date.parse(erasedAt), listed.get(guestUid) ?? 0))
  }
  const missing = erasures.filter(({ guestUid, erasedAt }) => {
    return Date.parse(erasedAt) > (listed.get(guestUid) ?? 0)
  })
  for (const erasure of missing) appendErasure(file, erasure)
  return missing.length
}
