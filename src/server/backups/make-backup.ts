import type { BackupLocation } from '../../config/backup-config.ts'
import { type CreatedGeneration, createGeneration } from '../../platform/backup/generations.ts'
import type { Manifest } from '../../platform/backup/manifest.ts'
import { folderDraft } from '../../platform/backup/targets/folder-target.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import { recordBackup } from '../../rental/access/backups/last-backups.ts'
import { openTarget } from './backup-location.ts'
import type { ServerBackupSource } from './backup-source.ts'

/** Backup in a new folder, or a generation of a target, of which the newest `keep` remain. */
export type BackupRequest = { folder: string } | { into: BackupLocation; keep: number | null }

export interface BackupOptions {
  now: Date
  signal?: AbortSignal
  /** Called if the time of the complete backup cannot be recorded in the database. */
  onUnrecorded(error: Error): void
}

/** Makes a backup, and records its time in the database. */
export async function makeBackup(
  source: ServerBackupSource,
  request: BackupRequest,
  { onUnrecorded, ...options }: BackupOptions,
): Promise<CreatedGeneration> {
  const record = ({ createdAt }: Manifest) =>
    recordBackup({ db: source.database.kysely }, new Date(createdAt)).catch(onUnrecorded)
  if ('into' in request) {
    const target = await openTarget(request.into)
    return createGeneration(source, target, { ...options, keep: request.keep, onCreated: record })
  }
  const { folder } = request
  const manifest = await writeBackup(source, await folderDraft(folder), options.signal)
  await record(manifest)
  return { location: folder, manifest, removed: [], future: [] }
}
