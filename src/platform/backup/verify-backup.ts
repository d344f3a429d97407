import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import type { BackupFiles } from './backup-files.ts'
import { CountedBytes } from './durable-files.ts'
import type { Manifest } from './manifest.ts'
import { type RestoreTarget, restoreBackup } from './restore-backup.ts'
import { listTables, portableSettings } from './schema.ts'

/** Empty database for the trial restore. No other process uses it. */
export interface TrialTarget extends Pick<RestoreTarget, 'queues'> {
  database: Pick<Database<never>, 'topology' | 'exclusively' | 'unload'>
}

/** Store that drops files: `checkFiles` has verified them. */
const discardingStore: Pick<BlobStore, 'put'> = { put: async () => undefined }

/**
 * Verifies a backup: restores it into an empty database, copies that out again, and compares the
 * row count and checksum of each table. The caller runs `checkTables` and `checkFiles` first.
 *
 * @throws Error if the backup cannot be restored, or a table differs
 */
export async function verifyBackup(
  target: TrialTarget,
  backup: BackupFiles,
  manifest: Manifest,
): Promise<void> {
  await restoreBackup({ ...target, blobs: discardingStore }, backup, { ...manifest, files: [] })
  await target.database.unload(async (script, copy) => {
    await script(portableSettings)
    const savedTables = new Set(manifest.tables.map(({ table }) => table))
    const extraTables = (await listTables(script)).filter(({ table }) => !savedTables.has(table))
    if (extraTables.length > 0)
      throw new Error(`The backup is damaged: it lacks ${extraTables[0]!.table}`)
    for (const { table, columns, rows, sha256 } of manifest.tables) {
      const text = new CountedBytes(copy({ table, columns }))
      for await (const _ of text);
      if (text.lines === rows && text.content.sha256 === sha256) continue
      throw new Error(`${table} differs from the original: ${text.lines} rows instead of ${rows}`)
    }
  })
}
