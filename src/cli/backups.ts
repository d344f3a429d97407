/** Commands that make, try and restore backups: docs/operating.md. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'
import { checkFiles, checkTables } from '../platform/backup/check-contents.ts'
import { type Manifest, readManifest } from '../platform/backup/manifest.ts'
import { restoreBackup } from '../platform/backup/restore-backup.ts'
import { verifyBackup } from '../platform/backup/verify-backup.ts'
import { writeBackup } from '../platform/backup/write-backup.ts'
import type { Database } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openPglite } from '../platform/db/pglite/open-pglite.ts'
import { queueTables } from '../platform/worker.ts'
import { adoptSecretKey, backupSource, restoreTarget } from '../process/backup-source.ts'
import { openBlobStore } from '../process/blob-store.ts'
import { requestOfServer } from '../process/command-requests.ts'
import { openDatabase } from '../process/database.ts'
import type { Tables } from '../rental/tables.ts'
import { repeatErasures } from './erasures.ts'
import { type Command, openFor, type Terminal, text } from './values.ts'

export const backupHelp = `  backup <folder>           write database and files, as of one instant
  backup verify <folder>    restore a backup beside, and compare
    [--database-url <url>]  into this empty database rather than an embedded one
  restore <folder>          restore a backup into an empty database, and repeat later erasures
    [--erasures <file>]     by this list, not erasures.jsonl beside it or in BACKUP_FOLDER
    [--replaces <database-url>]   and by this database, which it replaces`

export const backupCommands: Record<string, Command> = {
  backup: async ({ config, rest, print }) => {
    const folder = folderOf(rest)
    tell(print, folder, (await askServer(config, folder)) ?? (await write(config, folder)))
  },
  'backup verify': async ({ config, rest, values, print }) => {
    const folder = folderOf(rest)
    const manifest = await readManifest(folder)
    await checkTables(folder, manifest)
    await checkFiles(folder, manifest)
    await beside(config, text(values['database-url']), database =>
      verifyBackup({ database, queues: queueTables() }, folder, manifest),
    )
    print(`${folder} can be restored, and gives what was saved: ${amountOf(manifest)}`)
    warnOfMissing(print, manifest)
  },
  restore: async ({ withDatabase, config, rest, values, print }) => {
    const folder = folderOf(rest)
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
      repeated = await repeatErasures(config, database, values, folder)
    })
    print(`Restored what there was at ${manifest.createdAt}: ${amountOf(manifest)}`)
    print(repeated)
    warnOfMissing(print, manifest)
    if (!isOpened) print('SECRET_KEY is another one: what was sealed with the former is lost')
  },
}

function folderOf([folder, ...others]: string[]): string {
  if (folder && others.length === 0) return resolve(folder)
  throw new Error('One folder is needed')
}

/** The embedded database is open in one process only, which then makes the backup itself. */
async function askServer({ databaseUrl, dataDir }: Config, folder: string) {
  return databaseUrl === null ? requestOfServer(dataDir, 'backup', { folder }) : null
}

async function write(config: Config, folder: string): Promise<Manifest> {
  const blobs = await openBlobStore(config)
  const database = await openDatabase(config)
  try {
    return await writeBackup(backupSource(config, database, blobs), folder)
  } finally {
    await database.close()
  }
}

/** Uses an empty database, and takes it away if it was made for that. */
async function beside(
  config: Config,
  databaseUrl: string | undefined,
  use: (database: Database<Tables>) => Promise<void>,
): Promise<void> {
  if (databaseUrl) return openFor({ ...config, databaseUrl, databaseReadUrl: null }, use)
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
  print(`${missingFiles.length} files were not in the store: see missingFiles in its manifest.json`)
}
