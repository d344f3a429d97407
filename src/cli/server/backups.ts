/** Commands that create, list and verify backups: docs/run.md. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, Option } from '@commander-js/extra-typings'
import type { DatabaseSettings } from '../../config/database-config.ts'
import type { Environment } from '../../config/environment.ts'
import type { Config } from '../../config.ts'
import { type BackupFiles, folderFiles } from '../../platform/backup/backup-files.ts'
import { checkFiles, checkTables } from '../../platform/backup/check-contents.ts'
import {
  type CreatedGeneration,
  type Generation,
  listGenerations,
} from '../../platform/backup/generations.ts'
import { type Manifest, readManifest } from '../../platform/backup/manifest.ts'
import { folderDraft } from '../../platform/backup/targets/folder-target.ts'
import { verifyBackup } from '../../platform/backup/verify-backup.ts'
import { writeBackup } from '../../platform/backup/write-backup.ts'
import type { BlobStore } from '../../platform/blobs/blob-store.ts'
import type { Database } from '../../platform/db/database.ts'
import { openPglite } from '../../platform/db/embedded/open-pglite.ts'
import { queueTables } from '../../platform/jobs/job-queue.ts'
import type { Tables } from '../../rental/tables.ts'
import { callAdminSocket } from '../../server/admin-socket.ts'
import { openBackup, openTarget } from '../../server/backups/backup-location.ts'
import { backupSource } from '../../server/backups/backup-source.ts'
import { type BackupRequest, makeBackup } from '../../server/backups/make-backup.ts'
import { openBlobStore } from '../../server/blob-store.ts'
import { type CommandSession, type Declare, Misuse, type Select } from '../command.ts'
import { openFor } from '../database.ts'
import { databaseUrl, integer } from '../options.ts'
import { backupDocument, formatAmount, missingLines, readLocation } from './backup-output.ts'
import { addRestore } from './restore.ts'

export const addBackupCommands: Declare = (program, select) => {
  const backup = program.command('backup').description('Create, list, verify and restore backups')
  addCreate(backup, select)
  addList(backup, select)
  addVerify(backup, select)
  addRestore(program, select)
}

function addCreate(backup: Command, select: Select): void {
  backup
    .command('create', { isDefault: true })
    .description('Create a backup of the database and files in a new folder, or a generation')
    .argument('[folder]', 'the new folder')
    .option('--into <target>', 'create a dated generation in this folder or s3://bucket/prefix')
    .option(
      '--keep <n>',
      'afterwards remove the older generations of this database, but the newest n',
      integer(1, 1_000),
    )
    .action((folder, options) => {
      requireOnePlace(folder, options)
      select(session => create(session, folder, options), { ownProcess: true })
    })
}

interface CreateOptions {
  into?: string | undefined
  keep?: number | undefined
}

async function create(
  session: CommandSession,
  folder: string | undefined,
  options: CreateOptions,
): Promise<void> {
  const { complain, config, source, report } = session
  const request = readRequest(source.env, folder, options)
  const created = (await requestBackup(config, request)) ?? (await makeLocally(session, request))
  const { location, manifest, removed, future } = created
  for (const backup of future) {
    complain(`lodgepole: ${backup} is dated in the future and was ignored. Check the clock`)
  }
  const lines = [
    `Wrote ${location}: ${formatAmount(manifest)}`,
    ...missingLines(manifest),
    ...removed.map(backup => `Removed ${backup}`),
  ]
  report({ ...backupDocument(location, manifest), removed }, lines.join('\n'))
}

/** @throws Misuse unless either a new folder or a target is named */
function requireOnePlace(folder: string | undefined, { into, keep }: CreateOptions): void {
  if ((folder === undefined) === (into === undefined))
    throw new Misuse('Name either a new folder, or with --into a target of generations')
  if (into === undefined && keep !== undefined)
    throw new Misuse('--keep needs --into: only generations are removed')
}

function readRequest(
  env: Environment,
  folder: string | undefined,
  { into, keep }: CreateOptions,
): BackupRequest {
  if (into !== undefined) return { into: readLocation(env, '--into', into), keep: keep ?? null }
  const location = readLocation(env, 'The folder', folder!)
  if ('folder' in location) return location
  throw new Misuse(`Name a target in a store with --into: --into ${location.url}`)
}

/** Requests a backup from the server that has the embedded database open. */
async function requestBackup({ databaseUrl, dataDir }: DatabaseSettings, request: BackupRequest) {
  return databaseUrl === null ? callAdminSocket(dataDir, 'backup', request) : null
}

async function makeLocally(
  { config, withDatabase, complain }: CommandSession,
  request: BackupRequest,
): Promise<CreatedGeneration> {
  const blobs = await openBlobStore(config)
  let created: CreatedGeneration | undefined
  await withDatabase(async database => {
    const source = await backupSource(config, database, blobs)
    const onUnrecorded = ({ message }: Error) =>
      complain(`lodgepole: The time of the backup could not be recorded: ${message}`)
    created = await makeBackup(source, request, { now: database.clock.now(), onUnrecorded })
  })
  // `withDatabase` runs the work or throws.
  return created!
}

function addList(backup: Command, select: Select): void {
  backup
    .command('list')
    .description('List the generations of a target')
    .argument('<target>', 'the folder, or s3://bucket/prefix')
    .action(target =>
      select(session => list(session, target), { database: 'unused', ownProcess: true }),
    )
}

async function list({ source, report }: CommandSession, text: string): Promise<void> {
  const target = await openTarget(readLocation(source.env, 'The target', text))
  const backups = await listGenerations(target, new Date())
  const lines = backups.map(formatGeneration)
  if (lines.length === 0) lines.push(`${target.name} has no generations.`)
  report({ target: target.name, backups }, lines.join('\n'))
}

function formatGeneration({ location, state, database, size }: Generation): string {
  const details = size === null ? '' : `  database ${database ?? 'unknown'}, ${formatAmount(size)}`
  return `${location}  ${state}${details}`
}

function addVerify(backup: Command, select: Select): void {
  backup
    .command('verify')
    .description('Verify a backup: restore it to a temporary database and compare')
    .argument('<backup>', 'the folder or URL of a backup, or of a target: its newest')
    .addOption(
      new Option(
        '--database-url <url>',
        'use this empty PostgreSQL database instead of an embedded one',
      ).argParser(databaseUrl('--database-url')),
    )
    .action((backup, options) =>
      select(session => verify(session, backup, options), {
        database: 'unused',
        ownProcess: true,
      }),
    )
}

async function verify(
  { source, report }: CommandSession,
  text: string,
  { databaseUrl }: { databaseUrl?: string | undefined },
): Promise<void> {
  const backup = await openBackup(readLocation(source.env, 'The backup', text), new Date())
  const manifest = await verifyFiles(backup, databaseUrl)
  const lines = [
    `${backup.name} is complete and can be restored: ${formatAmount(manifest)}`,
    ...missingLines(manifest),
  ]
  report({ ...backupDocument(backup.name, manifest), isVerified: true }, lines.join('\n'))
}

/** Verifies a backup: restores it into an empty database and compares. */
async function verifyFiles(backup: BackupFiles, databaseUrl?: string): Promise<Manifest> {
  const manifest = await readManifest(backup)
  await checkTables(backup, manifest)
  await checkFiles(backup, manifest)
  await withEmptyDatabase(databaseUrl, database =>
    verifyBackup({ database, queues: queueTables() }, backup, manifest),
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
  const source = await backupSource(config, database, blobs)
  await writeBackup(source, await folderDraft(folder))
  return verifyFiles(folderFiles(folder))
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
