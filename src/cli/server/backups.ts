/** Commands that make, try and restore backups: docs/operating.md. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import type { DatabaseSettings } from '../../config/database-config.ts'
import { checkFiles, checkTables } from '../../platform/backup/check-contents.ts'
import { type Manifest, readManifest } from '../../platform/backup/manifest.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import { verifyBackup } from '../../platform/backup/verify-backup.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import type { Database } from '../../platform/db/database.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openPglite } from '../../platform/db/pglite/open-pglite.ts'
import { queueTables } from '../../platform/worker.ts'
import { adoptSecretKey, backupSource, restoreTarget } from '../../process/backup-source.ts'
import { openBlobStore } from '../../process/blob-store.ts'
import { requestOfServer } from '../../process/command-requests.ts'
import type { Tables } from '../../rental/tables.ts'
import {
  type ErasureLists,
  erasuresOption,
  repeatErasures,
  replacesOption,
} from '../agency/erasures.ts'
import type { Declare, Select, Session, Terminal } from '../command.ts'
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
          const made = await askServer(session.config, folder)
          tell(session.print, folder, made ?? (await write(session, folder)))
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
          const manifest = await readManifest(folder)
          await checkTables(folder, manifest)
          await checkFiles(folder, manifest)
          await beside(options.databaseUrl, database =>
            verifyBackup({ database, queues: queueTables() }, folder, manifest),
          )
          print(`${folder} is complete and can be restored: ${amountOf(manifest)}`)
          warnOfMissing(print, manifest)
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
  { withDatabase, config, print, complain }: Session,
  folder: string,
  lists: ErasureLists,
): Promise<void> {
  const manifest = await readManifest(folder)
  await checkTables(folder, manifest)
  const blobs = await openBlobStore(config)
  let isOpened = false
  const prepare = async () => {
    isOpened = await adoptSecretKey(config, folder, manifest)
  }
  let repeated = ''
  await withDatabase(async database => {
    await restoreBackup({ ...restoreTarget(database, blobs), prepare }, folder, manifest)
    await migrate(database)
    repeated = await repeatErasures(config, database, lists, folder)
  })
  print(`Restored the backup of ${manifest.createdAt}: ${amountOf(manifest)}`)
  print(repeated)
  warnOfMissing(print, manifest)
  if (!isOpened) complain(otherKey)
}

const otherKey =
  'lodgepole: The backup is encrypted with another SECRET_KEY. The server does not start until ' +
  'SECRET_KEY is that key. If it is lost, run: lodgepole secret accept'

/** The embedded database is open in one process only, which then makes the backup itself. */
async function askServer({ databaseUrl, dataDir }: DatabaseSettings, folder: string) {
  return databaseUrl === null ? requestOfServer(dataDir, 'backup', { folder }) : null
}

async function write({ config, withDatabase }: Session, folder: string): Promise<Manifest> {
  const blobs = await openBlobStore(config)
  let manifest: Manifest | undefined
  await withDatabase(async database => {
    manifest = await writeBackup(backupSource(config, database, blobs), folder)
  })
  return manifest!
}

/** Uses an empty database, and takes it away if it was made for that. */
async function beside(
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

function tell(print: Terminal['print'], folder: string, manifest: Manifest): void {
  print(`Wrote ${folder}: ${amountOf(manifest)}`)
  warnOfMissing(print, manifest)
}

function amountOf({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows of ${tables.length} tables, ${files.length} files.`
}

function warnOfMissing(print: Terminal['print'], { missingFiles }: Manifest): void {
  if (missingFiles.length === 0) return
  print(`${missingFiles.length} files were missing in the store: see missingFiles in manifest.json`)
}
