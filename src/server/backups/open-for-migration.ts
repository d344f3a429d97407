/** Copies of an embedded database before migrations: docs/decisions/0118-backup-generations.md. */
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { embeddedFolder } from '../../config/database-config.ts'
import type { Config } from '../../config.ts'
import { archiveFolder, unfinishedSuffix } from '../../platform/backup/archive-folder.ts'
import { formatInstant, parseGenerationName } from '../../platform/backup/generations.ts'
import type { Database } from '../../platform/db/database.ts'
import { pendingMigrations } from '../../platform/db/migrate.ts'
import { listMigrations } from '../../platform/db/migrations/migration-files.ts'
import { fileErrorReason } from '../../platform/io/file-error.ts'
import { hasAnyAgencyUnscoped } from '../../rental/access/agencies/agencies.ts'
import type { Tables } from '../../rental/tables.ts'
import { openDatabase } from '../database.ts'
import { findDatabaseId } from './backup-source.ts'

type Settings = Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'dataDir' | 'backups'>

interface MigrationCopyOptions {
  print: (text: string) => void
  withoutCopy?: boolean
}

/**
 * Opens the database that the caller will migrate. If it is embedded, has data, and has pending
 * migrations, its folder is copied to an archive before, while it is closed.
 *
 * @throws Error if it cannot be copied; then nothing is migrated
 */
export async function openForMigration(
  settings: Settings,
  { print, withoutCopy = false }: MigrationCopyOptions,
): Promise<Database<Tables>> {
  const database = await openDatabase(settings)
  if (settings.databaseUrl !== null || withoutCopy) return database
  let copied: DatabaseToCopy | null
  try {
    copied = await findDatabaseToCopy(database)
  } catch (error) {
    await database.close()
    throw error
  }
  if (copied === null) return database
  await database.close()
  await copyDatabase(settings, copied, print)
  return openDatabase(settings)
}

interface DatabaseToCopy {
  databaseId: string
  /** Number of pending migrations. */
  pending: number
}

/** Returns null if no migration is pending, or if the database has no data. */
async function findDatabaseToCopy(database: Database<Tables>): Promise<DatabaseToCopy | null> {
  const { length: pending } = await pendingMigrations(database)
  if (pending === 0 || pending === (await listMigrations()).length) return null
  if (!(await hasAnyAgencyUnscoped(database.kysely))) return null
  return { databaseId: await findDatabaseId(database), pending }
}

/** Number of digits of the identifier of a database in the name of a copy. */
const idLength = 6

async function copyDatabase(
  { dataDir, backups }: Settings,
  { databaseId, pending }: DatabaseToCopy,
  print: (text: string) => void,
): Promise<void> {
  const folder = join(backups.folder, 'before-migration')
  const now = new Date()
  const suffix = `-${databaseId.slice(0, idLength)}.tar.gz`
  const file = join(folder, `${formatInstant(now)}${suffix}`)
  try {
    await removeUnfinished(folder, suffix)
    await archiveFolder(embeddedFolder(dataDir), file)
    const copies = (await readdir(folder)).filter(name => isCopy(name, suffix, now)).sort()
    for (const name of copies.slice(0, -backups.generations)) await rm(join(folder, name))
  } catch (error) {
    const reason = fileErrorReason(error)
    if (reason === null) throw error
    throw new Error(
      `Not migrated: the database could not be copied to ${file} before: ${reason}. Or set ` +
        'BACKUP_FOLDER to another folder, or run: lodgepole migrate --without-backup',
      { cause: error },
    )
  }
  const megabytes = ((await stat(file)).size / 1_000_000).toFixed(1)
  print(`Copied the database to ${file} (${megabytes} MB) before ${pending} migrations.`)
}

/** Returns whether a file is a copy of this database, and not dated in the future. */
function isCopy(name: string, suffix: string, now: Date): boolean {
  const instant = name.endsWith(suffix) ? parseGenerationName(name.slice(0, -suffix.length)) : null
  return instant !== null && instant <= now
}

/** Removes archives of this database that killed processes left: only this one can copy it now. */
async function removeUnfinished(folder: string, suffix: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : []
  for (const name of names.filter(name => name.endsWith(`${suffix}${unfinishedSuffix}`)))
    await rm(join(folder, name), { force: true })
}
