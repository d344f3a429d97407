/** Content of a backup, and the target of a restore. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Manifest } from '../../platform/backup/manifest.ts'
import type { RestoreTarget } from '../../platform/backup/restore-backup.ts'
import { type BackupSource, writeBackup } from '../../platform/backup/write-backup.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Database } from '../../platform/db/database.ts'
import { queueTables } from '../../platform/jobs/job-queue.ts'
import { recordBackup } from '../../rental/access/backups/last-backups.ts'
import { attachmentFileKeysUnscoped } from '../../rental/inbox/attachments/attachments.ts'
import { photoFileKeysUnscoped } from '../../rental/properties/photos/photos.ts'
import type { Tables } from '../../rental/tables.ts'
import { runningVersion } from '../../version.ts'

type Settings = Pick<Config, 'dataDir' | 'secretKeys'>

const secretKeyFile = 'secret-key'

export function backupSource(
  config: Settings,
  database: Database<Tables>,
  blobs: BlobStore,
): BackupSource & { database: Database<Tables> } {
  const generatedKey = readGeneratedKey(config)
  return {
    database,
    blobs,
    fileKeys: `${photoFileKeysUnscoped} union all ${attachmentFileKeysUnscoped}`,
    release: runningVersion().version,
    secretKeys: config.secretKeys.map(computeDigest),
    extras: generatedKey === null ? {} : { [secretKeyFile]: generatedKey },
  }
}

interface BackupOptions {
  signal?: AbortSignal
  /** Called if the time of the complete backup cannot be recorded in the database. */
  onUnrecorded(error: Error): void
}

/** Writes a backup to a new folder, and records its time in the database. */
export async function createBackup(
  source: BackupSource & { database: Database<Tables> },
  folder: string,
  { signal, onUnrecorded }: BackupOptions,
): Promise<Manifest> {
  const manifest = await writeBackup(source, folder, signal)
  const db = source.database.kysely
  await recordBackup({ db }, new Date(manifest.createdAt)).catch(onUnrecorded)
  return manifest
}

/**
 * Returns the key that this server generated, in base64; null: its keys are configured, and stored
 * elsewhere.
 */
function readGeneratedKey({ dataDir, secretKeys }: Settings): string | null {
  const file = join(dataDir, secretKeyFile)
  if (!existsSync(file)) return null
  const storedKey = readFileSync(file, 'utf8')
  return secretKeys.some(key => key.equals(Buffer.from(storedKey, 'base64'))) ? storedKey : null
}

/** Computes an identifier of a key that does not reveal the key. */
function computeDigest(key: Buffer): string {
  return createHash('sha256').update('backup').update(key).digest('hex').slice(0, 16)
}

export function restoreTarget(database: Database<Tables>, blobs: BlobStore): RestoreTarget {
  return { database, blobs, queues: queueTables() }
}

/**
 * Restores the key of a backup in place of the one generated for an empty database.
 *
 * @returns whether the encrypted data of the backup can be decrypted
 */
export async function adoptSecretKey(
  config: Settings,
  folder: string,
  { secretKeys }: Manifest,
): Promise<boolean> {
  const isConfigured = config.secretKeys
    .map(computeDigest)
    .some(digest => secretKeys.includes(digest))
  if (isConfigured) return true
  const storedKey = await readFile(join(folder, secretKeyFile), 'utf8').catch(() => null)
  if (storedKey === null || readGeneratedKey(config) === null) return false
  await writeFile(join(config.dataDir, secretKeyFile), storedKey, { mode: 0o600, flush: true })
  return true
}
