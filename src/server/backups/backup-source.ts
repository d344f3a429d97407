/** Content of a backup, and the target of a restore. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '../../config.ts'
import type { BackupFiles } from '../../platform/backup/backup-files.ts'
import type { Manifest } from '../../platform/backup/manifest.ts'
import type { RestoreTarget } from '../../platform/backup/restore-backup.ts'
import type { BackupSource } from '../../platform/backup/write-backup.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Database } from '../../platform/db/database.ts'
import { queueTables } from '../../platform/jobs/job-queue.ts'
import { attachmentFileKeysUnscoped } from '../../rental/inbox/attachments/attachments.ts'
import { photoFileKeysUnscoped } from '../../rental/properties/photos/photos.ts'
import type { Tables } from '../../rental/tables.ts'
import { runningVersion } from '../../version.ts'

type Settings = Pick<Config, 'dataDir' | 'secretKeys'>

const secretKeyFile = 'secret-key'

/** Source whose database also records the time of the newest backup. */
export type ServerBackupSource = BackupSource & { database: Database<Tables> }

export async function backupSource(
  config: Settings,
  database: Database<Tables>,
  blobs: BlobStore,
): Promise<ServerBackupSource> {
  const generatedKey = readGeneratedKey(config)
  return {
    database,
    blobs,
    databaseId: await findDatabaseId(database),
    fileKeys: `${photoFileKeysUnscoped} union all ${attachmentFileKeysUnscoped}`,
    release: runningVersion().version,
    secretKeys: config.secretKeys.map(computeDigest),
    extras: generatedKey === null ? {} : { [secretKeyFile]: generatedKey },
  }
}

/**
 * Returns an identifier of a database. A restored database has another one, and so does a copy on
 * another server.
 */
export async function findDatabaseId({ run }: Pick<Database<never>, 'run'>): Promise<string> {
  const text = `select left(md5(s.system_identifier || '/' || d.oid), 12)
    from pg_control_system() s, pg_database d where d.datname = current_database()`
  const [[id] = []] = await run({ name: 'database id', text }, [])
  return String(id)
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
  files: BackupFiles,
  { secretKeys }: Manifest,
): Promise<boolean> {
  const isConfigured = config.secretKeys
    .map(computeDigest)
    .some(digest => secretKeys.includes(digest))
  if (isConfigured) return true
  const stream = await files.open(secretKeyFile)
  const storedKey = stream === null ? null : await text(stream)
  if (storedKey === null || readGeneratedKey(config) === null) return false
  await writeFile(join(config.dataDir, secretKeyFile), storedKey, { mode: 0o600, flush: true })
  return true
}
