import type { BlobStore } from './blob-store.ts'

const dayMs = 86_400_000
/** The age in days of what is looked at: what is younger may still get its row. */
const seen = { from: 8, to: 1 }
const batchMax = 500

/**
 * Deletes what lies below the folders of a folder that belong to no row, as a write leaves it
 * which ended nobody knows how. The folders are named by UUIDv7, so that those of a week are
 * found without a look at the others.
 *
 * @param known which of some uids have rows
 * @returns how many folders were emptied
 */
export async function sweepFolder(
  blobs: Pick<BlobStore, 'list' | 'remove'>,
  folder: string,
  now: Date,
  known: (uids: string[]) => Promise<string[]>,
): Promise<number> {
  const from = uidPrefix(now.getTime() - seen.from * dayMs)
  const to = uidPrefix(now.getTime() - seen.to * dayMs)
  const uids = await Array.fromAsync(blobs.list(folder, from, to))
  let swept = 0
  for (let i = 0; i < uids.length; i += batchMax) {
    const batch = uids.slice(i, i + batchMax)
    const rows = new Set(await known(batch))
    for (const uid of batch.filter(uid => !rows.has(uid))) {
      const names = await Array.fromAsync(blobs.list(`${folder}/${uid}`, '', '~'))
      await blobs.remove(names.map(name => `${folder}/${uid}/${name}`))
      swept++
    }
  }
  return swept
}

/** The beginning of the UUIDv7 of a time. */
function uidPrefix(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
