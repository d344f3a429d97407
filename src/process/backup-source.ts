/** What a backup of this software is made of, and what one is restored into. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Manifest } from '../platform/backup/manifest.ts'
import type { RestoreTarget } from '../platform/backup/restore-backup.ts'
import type { BackupSource } from '../platform/backup/write-backup.ts'
import type { BlobStore } from '../platform/blobs/blob-store.ts'
import type { Database } from '../platform/db/database.ts'
import { queueTables } from '../platform/worker.ts'
import { attachmentFileKeysUnscoped } from '../rental/inbox/attachments/attachments.ts'
import { photoFileKeysUnscoped } from '../rental/properties/photos/photos.ts'
import type { Tables } from '../rental/tables.ts'

type Settings = Pick<Config, 'dataDir' | 'secretKeys'>

const secretKeyFile = 'secret-key'
const packageFile = join(import.meta.dirname, '../../package.json')

export function backupSource(
  config: Settings,
  database: Database<Tables>,
  blobs: BlobStore,
): BackupSource {
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const own = ownKey(config)
  return {
    database,
    blobs,
    fileKeys: `${photoFileKeysUnscoped} union all ${attachmentFileKeysUnscoped}`,
    release: version,
    secretKeys: config.secretKeys.map(digestOf),
    extras: own === null ? {} : { [secretKeyFile]: own },
  }
}

/** A key that this server made for itself; whoever was given one keeps it somewhere else. */
function ownKey({ dataDir, secretKeys }: Settings): string | null {
  const file = join(dataDir, secretKeyFile)
  if (!existsSync(file)) return null
  const text = readFileSync(file, 'utf8')
  return secretKeys.some(key => key.equals(Buffer.from(text, 'base64'))) ? text : null
}

/** Tells one key from another, and nothing of either. */
function digestOf(key: Buffer): string {
  return createHash('sha256').update('backup').update(key).digest('hex').slice(0, 16)
}

export function restoreTarget(database: Database<Tables>, blobs: BlobStore): RestoreTarget {
  return { database, blobs, queues: queueTables() }
}

/**
 * Takes over the key of a backup in place of the one that was just made for an empty database.
 *
 * @returns whether what the backup has sealed can be opened then
 */
export async function adoptSecretKey(
  config: Settings,
  folder: string,
  { secretKeys }: Manifest,
): Promise<boolean> {
  const isKnown = config.secretKeys.map(digestOf).some(digest => secretKeys.includes(digest))
  if (isKnown) return true
  const kept = await readFile(join(folder, secretKeyFile), 'utf8').catch(() => null)
  if (kept === null || ownKey(config) === null) return false
  await writeFile(join(config.dataDir, secretKeyFile), kept, { mode: 0o600, flush: true })
  return true
}
