/** Commands that create, verify and restore backups: docs/operating.md. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import type { DatabaseSettings } from '../../config/database-config.ts'
import type { Config } from '../../config.ts'
import { checkFiles, checkTables } from '../../platform/backup/check-contents.ts'
import { type Manifest, readManifest } from '../../platform/backup/manifest.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import { verifyBackup } from '../../platform/backup/verify-backup.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Database } from '../../platform/db/database.ts'
import { openPglite } from '../../platform/db/embedded/open-pglite.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { queueTables } from '../../platform/jobs/job-queue.ts'
import type { Tables } from '../../rental/tables.ts'
import { callAdminSocket } from '../../server/admin-socket.ts'
import {
  adoptSecretKey,
  backupSource,
  createBackup,
  restoreTarget,
} from '../../server/backups/backup-source.ts'
import { openBlobStore } from '../../server/blob-store.ts'
import {
  type ErasureLists,
  erasuresOption,
  repeatErasures,
  replacesOption,
} from '../agency/erasures.ts'
import type { CommandSession, Declare, Select, Terminal } from '../command.ts'
import { openFor } from '../database.ts'
import { databaseUrl } from '../options.ts'

export const addBackupCommands: Declare = (program, select) => {
  const backup = program.command('backup').description('Create, verify and restore backups')
  backup
    .command('create', { isDefault: true })
    .description('Create a backup of the database and files in a new folder')
    .argument('<folder>', 'the folder', absolute)
    .action(folder =>
      select(
        async session => {
          const serverManifest = await requestBackup(session.config, folder)
          printResult(
            session.print,
            folder,
            serverManifest ?? (await writeLocally(session, folder)),
          )
        },
        { ownProcess: true },
      ),
    )
  addVerify(backup, select)
  addRestore(program, select)
}

const absolute = (folder: string): string => resolve(folder)

function addVerify(backup: Command, select: Select): void {
  backup
    .command('verify')
    .description('Verify a backup: restore it to a temporary database and compare')
    .argument('<folder>', 'the backup', absolute)
    .addOption(
      new Option(
        '--database-url <url>',
        'use this empty PostgreSQL database instead of an embedded one',
      ).argParser(databaseUrl('--database-url')),
    )
    .action((folder, options) =>
      select(
        async ({ print }) => {
          const manifest = await verifyFolder(folder, options.databaseUrl)
          print(`${folder} is complete and can be restored: ${formatAmount(manifest)}`)
          printMissing(print, manifest)
        },
        { database: 'unused', ownProcess: true },
      ),
    )
}

function addRestore(program: Command, select: Select): void {
  program
    .command('restore')
    .description('Restore a backup into an empty database and repeat later erasures')
    .argument('<folder>', 'the backup', absolute)
    .addOption(erasuresOption())
    .addOption(replacesOption())
    .action((folder, lists) =>
      select(session => restore(session, folder, lists), {
        database: 'created',
        ownProcess: true,
      }),
    )
}

async function restore(
  { withDatabase, config, print, complain }: CommandSession,
  folder: string,
  lists: ErasureLists,
): Promise<void> {
  const manifest = await readManifest(folder)
  await checkTables(folder, manifest)
  const blobs = await openBlobStore(config)
  let canDecrypt = false
  const prepare = async () => {
    canDecrypt = await adoptSecretKey(config, folder, manifest)
  }
  let erasureSummary = ''
  await withDatabase(async database => {
    await restoreBackup({ ...restoreTarget(database, blobs), prepare }, folder, manifest)
    await migrate(database)
    erasureSummary = await repeatErasures(config, database, lists, folder)
  })
  print(`Restored the backup of ${manifest.createdAt}: ${formatAmount(manifest)}`)
  print(erasureSummary)
  printMissing(print, manifest)
  if (!canDecrypt) complain(otherKeyWarning)
}

const otherKeyWarning =
  'lodgepole: The backup is encrypted with another SECRET_KEY. The server does not start until ' +
  'SECRET_KEY is that key. If it is lost, run: lodgepole secret accept'

/** Requests a backup from the server that has the embedded database open. */
async function requestBackup({ databaseUrl, dataDir }: DatabaseSettings, folder: string) {
  return databaseUrl === null ? callAdminSocket(dataDir, 'backup', { folder }) : null
}

async function writeLocally(
  { config, withDatabase, complain }: CommandSession,
  folder: string,
): Promise<Manifest> {
  const blobs = await openBlobStore(config)
  let manifest: Manifest | undefined
  await withDatabase(async database => {
    const source = backupSource(config, database, blobs)
    const onUnrecorded = ({ message }: Error) =>
      complain(`lodgepole: The time of the backup could not be recorded: ${message}`)
    manifest = await createBackup(source, folder, { onUnrecorded })
  })
  // `withDatabase` runs the work or throws.
  return manifest!
}

/** Verifies a backup: restores it into an empty database and compares. */
async function verifyFolder(folder: string, databaseUrl?: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  await checkTables(folder, manifest)
  await checkFiles(folder, manifest)
  await withEmptyDatabase(databaseUrl, database =>
    verifyBackup({ database, queues: queueTables() }, folder, manifest),
  )
  return manifest
}

/** Writes a backup of an open database and verifies it. */
export async function writeVerifiedBackup(
  config: Config,
  database: Database<Tables>,
  blobs: BlobStore,
  folder: string,
): Promise<Manifest> {
  await writeBackup(backupSource(config, database, blobs), folder)
  return verifyFolder(folder)
}

/** Runs work with an empty database. Removes the database afterwards if it was created for this. */
async function withEmptyDatabase(
  databaseUrl: string | undefined,
  use: (database: Database<Tables>) => Promise<void>,
): Promise<void> {
  if (databaseUrl) return openFor({ databaseUrl, databaseReadUrl: null, dataDir: '' }, use)
  const folder = await mkdtemp(join(tmpdir(), 'lodgepole-verify-'))
  try {
    const database = await openPglite<Tables>({ folder: join(folder, 'database'), isSynced: false })
    await use(database).finally(() => database.close())
  } finally {
    await rm(folder, { recursive: true })
  }
}

function printResult(print: Terminal['print'], folder: string, manifest: Manifest): void {
  print(`Wrote ${folder}: ${formatAmount(manifest)}`)
  printMissing(print, manifest)
}

function formatAmount({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows of ${tables.length} tables, ${files.length} files.`
}

function printMissing(print: Terminal['print'], { missingFiles }: Manifest): void {
  if (missingFiles.length === 0) return
  print(`${missingFiles.length} files were missing in the store: see missingFiles in manifest.json`)
}
