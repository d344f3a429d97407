/** Command that deletes an agency: docs/administration.md. */
import { isAbsolute } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import type { Context } from '../../context.ts'
import type { Manifest } from '../../platform/backup/manifest.ts'
import type { Database } from '../../platform/db/database.ts'
import { deleteTenant } from '../../platform/db/tenants/delete-tenant.ts'
import { findAgencyName } from '../../rental/access/agencies/agencies.ts'
import { disableAgency } from '../../rental/access/agency-states/disable-agency.ts'
import { enableAgency } from '../../rental/access/agency-states/enable-agency.ts'
import { operator } from '../../rental/access/security-events/record-security-event.ts'
import { openPendingEvents } from '../../rental/events/events/open-pending-events.ts'
import { deleteAttachmentFiles } from '../../rental/inbox/attachments/attachment-files.ts'
import { deletePhotoFiles } from '../../rental/properties/photo-storage/photo-file.ts'
import { subscribers } from '../../rental/subscribers.ts'
import type { Tables } from '../../rental/tables.ts'
import { openBlobStore } from '../../server/blob-store.ts'
import { type CommandSession, Misuse, type Select } from '../command.ts'
import { commandLog, uid } from '../options.ts'
import { writeVerifiedBackup } from '../server/backups.ts'

export function addDeleteAgency(agency: Command, select: Select): void {
  agency
    .command('delete')
    .description('Delete an agency and all its data, after a verified backup of the database')
    .argument('<uid>', 'the agency', uid)
    .requiredOption('--backup <folder>', 'a new folder for the backup', absolute)
    .option('--confirm-name <text>', 'the name of the agency, instead of typing it')
    .action((uid, { backup, confirmName }) =>
      select(
        async session => {
          const typedName = confirmName ?? (await readAll(session.input))
          await session.withDatabase(async database => {
            await requireName(database, uid, typedName.trim())
            await deleteAgency(session, database, { uid, backup })
          })
        },
        {
          readsInput: confirmName === undefined,
          prompt: confirmName === undefined ? 'Type the name of the agency to delete it:' : null,
        },
      ),
    )
}

/** The command may run in the server, whose working directory is another one. */
function absolute(folder: string): string {
  if (isAbsolute(folder)) return folder
  throw new InvalidArgumentError('It is not an absolute path such as /srv/backup/pine.')
}

async function requireName(
  { kysely: db }: Database<Tables>,
  uid: string,
  typedName: string,
): Promise<void> {
  const name = await findAgencyName({ db }, uid)
  if (name === undefined) throw new Error(`Agency not found: ${uid}`)
  if (typedName !== name) {
    throw new Misuse(`The agency is called '${name}', not '${typedName}': nothing was deleted`)
  }
}

/**
 * Disables the agency, which ends its writes, backs the database up, verifies the backup, and
 * deletes the rows and then the files of the agency. If the backup fails, the agency is enabled
 * again.
 */
async function deleteAgency(
  session: CommandSession,
  database: Database<Tables>,
  { uid, backup }: { uid: string; backup: string },
): Promise<void> {
  const { kysely: db, clock } = database
  const log = commandLog(session)
  const blobs = await openBlobStore(session.config)
  const { isChanged } = await disableAgency({ db, clock, log }, uid)
  let manifest: Manifest
  try {
    manifest = await writeVerifiedBackup(session.config, database, blobs, backup)
  } catch (error) {
    const pending = openPendingEvents(clock)
    if (isChanged) await enableAgency({ db, clock, pending, subscribers, log }, uid)
    throw error
  }
  const files = await listFiles({ db }, uid)
  const rows = await deleteTenant(database, uid)
  await deleteAttachmentFiles(blobs, files.attachments)
  for (const photo of files.photos) await deletePhotoFiles(blobs, photo.uid)
  log.warn({ event: 'agency.deleted', agency: uid, actor: operator }, 'security')
  const text = `Deleted ${rows} rows. The backup in ${backup} was made on ${manifest.createdAt}.`
  session.report({ uid, rows, backup }, text)
}

/** Lists the files of an agency. Those that are not deleted are found by the daily sweep. */
async function listFiles({ db }: Pick<Context, 'db'>, agencyUid: string) {
  const attachments = await db
    .selectFrom('message_attachments')
    .select(['message_uid', 'uid'])
    .where('agency_uid', '=', agencyUid)
    .execute()
  const photos = await db
    .selectFrom('photos')
    .select('uid')
    .where('agency_uid', '=', agencyUid)
    .execute()
  return { attachments, photos }
}
