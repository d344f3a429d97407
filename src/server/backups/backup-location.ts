/** Targets of backups, and single backups, by the location that an operator names. */
import type { BackupLocation } from '../../config/backup-config.ts'
import type { BlobStoreConfig } from '../../config/blob-store-config.ts'
import { type BackupFiles, folderFiles, storedFiles } from '../../platform/backup/backup-files.ts'
import { listGenerations } from '../../platform/backup/generations.ts'
import { readManifestText } from '../../platform/backup/manifest.ts'
import type { BackupTarget } from '../../platform/backup/targets/backup-target.ts'
import { folderTarget } from '../../platform/backup/targets/folder-target.ts'
import { storedTarget } from '../../platform/backup/targets/stored-target.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import { storeErrors } from './store-errors.ts'

export async function openTarget(location: BackupLocation): Promise<BackupTarget> {
  if ('folder' in location) return folderTarget(location.folder)
  const { url, store } = location
  return storedTarget(await openStore(url, store), store.prefix, url)
}

/**
 * Opens a backup. If the location has generations instead, opens the newest complete one.
 *
 * @throws Error if there is none, or if the generations are of several databases
 */
export async function openBackup(location: BackupLocation, now: Date): Promise<BackupFiles> {
  const files = await openFiles(location)
  if ((await readManifestText(files)) !== null) return files
  const target = await openTarget(location)
  const complete = (await listGenerations(target, now)).filter(({ state }) => state === 'complete')
  const newest = complete.at(-1)
  // The caller reports the missing manifest.
  if (newest === undefined) return files
  if (complete.every(({ database }) => database === newest.database))
    return target.files(newest.name)
  throw new Error(
    `${target.name} has backups of several databases; name one of them, such as ${newest.location}`,
  )
}

async function openFiles(location: BackupLocation): Promise<BackupFiles> {
  if ('folder' in location) return folderFiles(location.folder)
  const { url, store } = location
  return storedFiles(await openStore(url, store), store.prefix, url)
}

/** Timeouts of a store of backups, in milliseconds: a part may take minutes on a slow line. */
const timeouts = { connectMs: 10_000, silentMs: 60_000, totalMs: 600_000, fileMs: 3_600_000 }

/** Opens the whole bucket of a location. */
async function openStore(url: string, store: BlobStoreConfig): Promise<BlobStore> {
  // The S3 library is large, and few servers need it.
  const { s3Blobs } = await import('../../platform/blobs/s3.ts')
  return storeErrors(s3Blobs({ ...store, prefix: '' }, timeouts), url)
}
