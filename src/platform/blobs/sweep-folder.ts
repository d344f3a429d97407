import { dayMs } from '../dates/dates.ts'
import type { BlobStore } from './blob-store.ts'

/** Ages in days of the folders to check. Younger folders may still get their row. */
const ages = { from: 8, to: 1 }
const batchMax = 500
/** Text that sorts after the names of all files, of word characters and hyphens. */
const afterAllNames = '~'

/**
 * Deletes the files of folders without a row, which interrupted writes leave behind. Folders are
 * named by UUIDv7, which begins with the time, so those of a week are listed without the others.
 *
 * @param listExisting returns the uids that have rows
 * @returns the number of deleted folders
 */
export async function sweepFolder(
  blobs: Pick<BlobStore, 'list' | 'remove'>,
  folder: string,
  now: Date,
  listExisting: (uids: string[]) => Promise<string[]>,
): Promise<number> {
  const from = uidPrefix(now.getTime() - ages.from * dayMs)
  const to = uidPrefix(now.getTime() - ages.to * dayMs)
  const uids = await Array.fromAsync(blobs.list(folder, from, to))
  let deletedCount = 0
  for (let i = 0; i < uids.length; i += batchMax) {
    const batch = uids.slice(i, i + batchMax)
    const existing = new Set(await listExisting(batch))
    for (const uid of batch.filter(uid => !existing.has(uid))) {
      const names = await Array.fromAsync(blobs.list(`${folder}/${uid}`, '', afterAllNames))
      await blobs.remove(names.map(name => `${folder}/${uid}/${name}`))
      deletedCount++
    }
  }
  return deletedCount
}

/** Returns the first digits of the UUIDv7 of a time. */
function uidPrefix(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
