/** Arguments and output of the commands about backups. */
import { type BackupLocation, readBackupLocation } from '../../config/backup-config.ts'
import type { Environment } from '../../config/environment.ts'
import { type BackupSize, type Manifest, measureBackup } from '../../platform/backup/manifest.ts'
import { Misuse } from '../command.ts'

/** @throws Misuse naming the argument or option */
export function readLocation(env: Environment, name: string, text: string): BackupLocation {
  try {
    return readBackupLocation(env, name, text)
  } catch (error) {
    throw new Misuse((error as Error).message)
  }
}

/** Returns the properties of a backup for `--json`. */
export function backupDocument(backup: string, manifest: Manifest) {
  const { createdAt, release, engine, database = null, missingFiles } = manifest
  return {
    backup,
    createdAt,
    release,
    engine,
    database,
    size: measureBackup(manifest),
    missingFiles,
  }
}

export function formatAmount(backup: Manifest | BackupSize): string {
  const { rows, tables, files, bytes } = 'format' in backup ? measureBackup(backup) : backup
  return `${rows} rows of ${tables} tables, ${files} files, ${formatBytes(bytes)}.`
}

function formatBytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Returns lines about files that the backup lacks: none, or one. */
export function missingLines({ missingFiles }: Manifest): string[] {
  if (missingFiles.length === 0) return []
  return [
    `${missingFiles.length} files were missing in the store: see missingFiles in manifest.json`,
  ]
}
