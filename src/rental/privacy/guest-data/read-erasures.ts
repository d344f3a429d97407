import { readFile } from 'node:fs/promises'
import { asUid } from '../../../platform/uid.ts'
import type { Erasure } from './guest-data.ts'

/**
 * Reads a list of erasures; null if there is none.
 *
 * @throws Error with the number of an invalid line
 */
export async function readErasures(file: string): Promise<Erasure[] | null> {
  const text = await readFile(file, 'utf8').catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  return text.split('\n').flatMap((line, i) => {
    // Skips a truncated line, left by a crash or a full disk.
    if (!line.trimEnd().endsWith('}')) return []
    const erasure = parseErasure(line)
    if (erasure === null) throw new Error(`Line ${i + 1} of ${file} is not an erasure`)
    return [erasure]
  })
}

function parseErasure(line: string): Erasure | null {
  try {
    const { agencyUid, guestUid, leadUids, erasedAt } = JSON.parse(line)
    const uids = [agencyUid, guestUid, ...(leadUids ?? [])]
    const areValid = uids.every(uid => typeof uid === 'string' && asUid(uid))
    if (!areValid || !Number.isFinite(Date.parse(erasedAt))) return null
    return { agencyUid, guestUid, ...(leadUids ? { leadUids } : {}), erasedAt }
  } catch {
    return null
  }
}
