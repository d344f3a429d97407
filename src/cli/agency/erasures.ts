/** Erasures by command, and those that a restore repeats: docs/operating.md. */
import { dirname, join } from 'node:path'
import { Option } from '@commander-js/extra-typings'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/db/database.ts'
import { sealer } from '../../platform/seal.ts'
import { openBlobStore } from '../../process/blob-store.ts'
import { systemCaller } from '../../rental/access/agencies/caller.ts'
import type { ErasedCounts } from '../../rental/around/guest-data/erase-belongings.ts'
import { eraseGuest } from '../../rental/around/guest-data/erase-guest.ts'
import {
  type Erasure,
  type GuestKey,
  listErasuresUnscoped,
} from '../../rental/around/guest-data/guest-data.ts'
import { readErasures } from '../../rental/around/guest-data/read-erasures.ts'
import { openPendingEvents } from '../../rental/events/events/open-pending-events.ts'
import {
  deleteAttachmentFiles,
  type FileKey,
} from '../../rental/inbox/attachments/attachment-files.ts'
import { findErasedAt } from '../../rental/leads/guests/guests.ts'
import type { Tables } from '../../rental/tables.ts'
import { openFor } from '../database.ts'
import { databaseUrl } from '../options.ts'

/** Where lists of erasures are found. */
export interface ErasureLists {
  erasures?: string | undefined
  replaces?: string | undefined
}

export const erasuresOption = () =>
  new Option('--erasures <file>', 'the list of erasures (default: erasures.jsonl in BACKUP_FOLDER)')

export const replacesOption = () =>
  new Option(
    '--replaces <database-url>',
    'a database that this one replaces, which has the erasures, too',
  ).argParser(databaseUrl('--replaces'))

/** Erases a guest without a server. */
export async function eraseByCommand(
  config: Config,
  { kysely: db, clock }: Database<Tables>,
  guest: GuestKey,
): Promise<ErasedCounts> {
  const gone: FileKey[] = []
  const counts = await eraseGuest(
    {
      db,
      caller: systemCaller(guest.agency_uid),
      clock,
      pending: openPendingEvents(clock),
      requestUid: null,
      settings: config,
      sealer: sealer(config.secretKeys),
      // No worker may be there to take the task, so the files are deleted here.
      tasks: {
        async send(_, _worker, { files }: { files?: FileKey[] }) {
          gone.splice(0, gone.length, ...(files ?? []))
        },
      },
      log: {
        info() {},
        error(_entry: object, text: string) {
          throw new Error(text)
        },
      } as never,
    },
    guest,
  )
  if (gone.length > 0) await deleteAttachmentFiles(await openBlobStore(config), gone)
  return counts
}

/**
 * Erases again who was erased after what the database holds, by the list of a file and, if it is
 * still there, of the database that is replaced.
 *
 * @param backup the folder that was restored; lists lie beside it
 * @returns what was done, in a sentence
 */
export async function repeatErasures(
  config: Config,
  database: Database<Tables>,
  named: ErasureLists,
  backup?: string,
): Promise<string> {
  const lists = await listsFor(config, named, backup)
  if (lists.length === 0) {
    return `There is no list of erasures at ${config.erasuresFile}: who was erased since then is \
back. Name a list or the former database: guest erase-again --erasures … --replaces …`
  }
  let repeated = 0
  for (const { agencyUid: agency_uid, guestUid: uid, erasedAt } of lists.flat()) {
    const ctx = { db: database.kysely }
    const known = await findErasedAt(ctx, { agency_uid, uid })
    if (known === undefined || (known !== null && known >= new Date(erasedAt))) continue
    await eraseByCommand(config, database, { agency_uid, uid })
    repeated++
  }
  return `Repeated ${repeated} erasures made since.`
}

async function listsFor(
  config: Config,
  { erasures: named, replaces: url }: ErasureLists,
  backup?: string,
): Promise<Erasure[][]> {
  const usual = [config.erasuresFile, ...(backup ? [join(dirname(backup), 'erasures.jsonl')] : [])]
  const lists: Erasure[][] = []
  for (const file of new Set(named ? [named] : usual)) {
    const list = await readErasures(file)
    if (list !== null) lists.push(list)
    else if (named) throw new Error(`There is no file ${named}`)
  }
  if (url) {
    await openFor({ ...config, databaseUrl: url, databaseReadUrl: null }, async former => {
      lists.push(await listErasuresUnscoped({ db: former.kysely }, true))
    })
  }
  return lists
}
