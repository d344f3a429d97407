import { readFile } from 'node:fs/promises'
import { asUid } from '../../../platform/uid.ts'
import type { Erasure } from './guest-data.ts'

/**
 * Reads a list of erasures; null when there is none.
 *
 * @throws Error naming the line that is no erasure
 */
export async function readErasures(file: string): Promise<Erasure[] | null> {
  const text = await readFile(file, 'utf8').catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  return text.split('\n').flatMap((line, i) => {
    // One without its end was cut off: a process ended at that moment, or the disk was full.
    if (!line.trimEnd().endsWith('}')) return []
    const erasure = erasureIn(line)
    if (erasure === null) throw new Error(`Line ${i + 1} of ${file} is not an erasure`)
    return [erasure]
  })
}

function erasureIn(line: string): Erasure | null {
  try {
    const { agencyUid, guestUid, leadUids, erasedAt } = JSON.parse(line)
    const uids = [agencyUid, guestUid, ...(leadUids ?? [])]
    const isWhole = uids.every(uid => typeof uid === 'string' && asUid(uid))
    if (!isWhole || !Number.isFinite(Date.parse(erasedAt))) return null
    return { agencyUid, guestUid, ...(leadUids ? { leadUids } : {}), erasedAt }
  } catch {
    return null
  }
}
