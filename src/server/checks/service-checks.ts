/** Checks of settings, disks and services, which need no database. */
import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { DiskSpace } from '../../platform/db/database.ts'
import { trySmtp } from '../../rental/inbox/transports/smtp-transport.ts'
import { tryBlobStore } from '../blob-store.ts'
import { type Check, type Finding, failed, ok, skipped, warning } from './check.ts'

export interface ServiceContext {
  config: Config
  blobs: BlobStore
  /** Disk of the embedded database; undefined: it is not open, or there is none. */
  room?: DiskSpace | undefined
}

export const settingsCheck: Check<ServiceContext> = {
  name: 'settings',
  async run({ config: { warnings } }) {
    if (warnings.length === 0) return ok('all settings are valid')
    return warning(warnings.join('. '), 'Change the settings, and restart')
  },
}

/** Time for each step of the mail server, in milliseconds. */
const mailStepMs = 4_000

export const mailCheck: Check<ServiceContext> = {
  name: 'mail',
  remedy: 'Correct SMTP_URL, or start the mail server. Mails wait and are sent later',
  async run({ config: { sending } }) {
    const { smtp } = sending
    if (smtp === null) return skipped('SMTP_URL is unset: e-mails to guests are only recorded')
    const server = `${smtp.host}:${smtp.port}`
    await trySmtp(smtp, mailStepMs).catch(error => {
      throw new Error(`the mail server ${server} cannot be used: ${messageOf(error)}`)
    })
    return ok(`${server} accepts ${smtp.login === null ? 'connections' : 'the sign-in'}`)
  },
}

export const filesCheck: Check<ServiceContext> = {
  name: 'files',
  remedy:
    'With BLOB_URL, check it, the AWS_ variables and the permissions. Otherwise mount DATA_DIR ' +
    'for writing, and give its folder "files" to the user of the server',
  async run({ config: { blobStore, dataDir }, blobs }) {
    const location = blobStore === null ? join(dataDir, 'files') : `s3://${blobStore.bucket}`
    await tryBlobStore(blobs).catch(error => {
      throw new Error(`${location} cannot be used: ${messageOf(error)}`)
    })
    return ok(`${location} can be written and read`)
  },
}

const mebibyte = 1_048_576
/** Free space below which a disk is reported. */
const lowBytes = 512 * mebibyte

/** Fails if the embedded database cannot write; other disks that are low are warnings. */
export const diskCheck: Check<ServiceContext> = {
  name: 'disk',
  async run({ config, room }) {
    const finding = findDiskFault(config, room)
    if (finding !== null) return finding
    const { dataDir, backups } = config
    const folders = [dataDir, tmpdir(), ...(backups.everyHours === 0 ? [] : [backups.folder])]
    const free = folders.map(folder => ({ folder, bytes: freeBytes(folder) }))
    const lowest = free.reduce((a, b) => (b.bytes < a.bytes ? b : a))
    const detail = `${Math.floor(lowest.bytes / mebibyte)} MiB are free in ${lowest.folder}`
    return lowest.bytes < lowBytes ? warning(detail, 'Free some space') : ok(detail)
  },
}

/** Returns why the embedded database cannot write; null: it can, or there is none. */
export function findDiskFault(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  room: DiskSpace | undefined,
): Finding | null {
  if (databaseUrl !== null) return null
  if (room?.isShort) {
    return failed(
      'The disk of the data folder is full: writes fail until space is freed',
      `Free some space on the disk of ${dataDir}`,
    )
  }
  try {
    if (existsSync(dataDir)) accessSync(dataDir, constants.W_OK)
  } catch (error) {
    const isReadOnly = (error as NodeJS.ErrnoException).code === 'EROFS'
    return failed(
      `The data folder ${isReadOnly ? 'is on a read-only file system' : 'cannot be written'}`,
      isReadOnly
        ? `Mount ${dataDir} for writing`
        : `Give ${dataDir} to the user that runs the server`,
    )
  }
  return null
}

/** Returns the free space of a folder, or of the one that it would be created in. */
function freeBytes(folder: string): number {
  if (!existsSync(folder)) return freeBytes(dirname(folder))
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function messageOf(error: unknown): string {
  return (error as Error).message
}
