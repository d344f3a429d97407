import { join, resolve } from 'node:path'
import { type BlobStoreConfig, readS3Url } from './blob-store-config.ts'
import { type Environment, integer, invalidSetting } from './environment.ts'

/** Place of backups: a folder, or a prefix of an S3-compatible store. */
export type BackupLocation = { folder: string } | { url: string; store: BlobStoreConfig }

/** Schedule and place of automatic backups. */
export interface BackupConfig {
  /** Interval of scheduled backups; 0: none. */
  everyHours: number
  /** Target of scheduled backups. */
  location: BackupLocation
  /** Number of generations to keep. */
  generations: number
  /** Local folder: the list of erasures, and copies of an embedded database before migrations. */
  folder: string
}

export function readBackups(env: Environment, dataDir: string): BackupConfig {
  const folder = resolve(env.BACKUP_FOLDER || join(dataDir, 'backups'))
  return {
    everyHours: integer(env, 'BACKUP_EVERY_HOURS'),
    location: env.BACKUP_URL ? readUrl(env, 'BACKUP_URL', env.BACKUP_URL) : { folder },
    generations: integer(env, 'BACKUP_GENERATIONS'),
    folder,
  }
}

/**
 * Reads the location of a backup or of generations: a folder, or `s3://bucket/prefix`.
 *
 * @param name setting or argument
 * @throws Error naming it and the expected value
 */
export function readBackupLocation(env: Environment, name: string, text: string): BackupLocation {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(text)) return readUrl(env, name, text)
  return { folder: resolve(text) }
}

function readUrl(env: Environment, name: string, text: string): BackupLocation {
  const store = readS3Url(env, name, text)
  if (store.prefix === '') throw invalidSetting(name, text, 'of the form s3://bucket/prefix')
  return { url: `s3://${store.bucket}/${store.prefix}`, store }
}
