/** Command that restores a backup: docs/run.md. */
import { dirname } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { checkTables } from '../../platform/backup/check-contents.ts'
import { readManifest } from '../../platform/backup/manifest.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openBackup } from '../../server/backups/backup-location.ts'
import { adoptSecretKey, restoreTarget } from '../../server/backups/backup-source.ts'
import { openBlobStore } from '../../server/blob-store.ts'
import {
  type ErasureLists,
  erasuresOption,
  repeatErasures,
  replacesOption,
} from '../agency/erasures.ts'
import type { CommandSession, Select } from '../command.ts'
import { backupDocument, formatAmount, missingLines, readLocation } from './backup-output.ts'

export function addRestore(program: Command, select: Select): void {
  program
    .command('restore')
    .description('Restore a backup into an empty database and repeat later erasures')
    .argument('<backup>', 'the folder or URL of a backup, or of a target: its newest')
    .addOption(erasuresOption())
    .addOption(replacesOption())
    .action((backup, options) =>
      select(session => restore(session, backup, options), {
        database: 'created',
        ownProcess: true,
      }),
    )
}

async function restore(
  { withDatabase, config, source, report, complain }: CommandSession,
  text: string,
  lists: ErasureLists,
): Promise<void> {
  const location = readLocation(source.env, 'The backup', text)
  const backup = await openBackup(location, new Date())
  const manifest = await readManifest(backup)
  await checkTables(backup, manifest)
  const blobs = await openBlobStore(config)
  let canDecrypt = false
  const prepare = async () => {
    canDecrypt = await adoptSecretKey(config, backup, manifest)
  }
  let erasures = ''
  await withDatabase(async database => {
    await restoreBackup({ ...restoreTarget(database, blobs), prepare }, backup, manifest)
    await migrate(database)
    const folder = 'folder' in location ? dirname(backup.name) : undefined
    erasures = await repeatErasures(config, database, lists, folder)
  })
  const lines = [
    `Restored the backup of ${manifest.createdAt}: ${formatAmount(manifest)}`,
    erasures,
    ...missingLines(manifest),
  ]
  const document = { ...backupDocument(backup.name, manifest), erasures, canDecrypt }
  report(document, lines.join('\n'))
  if (!canDecrypt) complain(otherKeyWarning)
}

const otherKeyWarning =
  'lodgepole: The backup is encrypted with another SECRET_KEY. The server does not start until ' +
  'SECRET_KEY is that key. If it is lost, run: lodgepole secret accept'
