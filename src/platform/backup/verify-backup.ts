import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import { Counted } from './durable-files.ts'
import type { Manifest } from './manifest.ts'
import { type RestoreTarget, restoreBackup } from './restore-backup.ts'
import { asEverywhere, listTables } from './schema.ts'

/** Where a backup is tried: nobody else uses it. */
export interface TrialTarget extends Pick<RestoreTarget, 'queues'> {
  database: Pick<Database<never>, 'engine' | 'exclusively' | 'unload'>
}

/** Files were found unchanged already. */
const nowhere: Pick<BlobStore, 'put'> = { put: async () => undefined }

/**
 * Restores a backup into an empty database beside, copies that out again, and compares each table:
 * its rows, by number and by every byte of their text. What was written is read before, by
 * `checkTables` and `checkFiles`.
 *
 * @throws Error when the backup cannot be restored, or something is not what it was
 */
export async function verifyBackup(
  target: TrialTarget,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  await restoreBackup({ ...target, blobs: nowhere }, folder, { ...manifest, files: [] })
  await target.database.unload(async (script, copy) => {
    await script(asEverywhere)
    const known = new Set(manifest.tables.map(({ table }) => table))
    const others = (await listTables(script)).filter(({ table }) => !known.has(table))
    if (others.length > 0) throw new Error(`The backup is damaged: it lacks ${others[0]!.table}`)
    for (const { table, columns, rows, sha256 } of manifest.tables) {
      const text = new Counted(copy({ table, columns }))
      for await (const _ of text);
      if (text.lines === rows && text.content.sha256 === sha256) continue
      throw new Error(`${table} differs from the original: ${text.lines} rows instead of ${rows}`)
    }
  })
}
