/** Erasure of guests by command, and after a restore: docs/administration.md. */
import { join } from 'node:path'
import { Option } from '@commander-js/extra-typings'
import type { Config } from '../../config.ts'
import { createCipher } from '../../platform/crypto/encryption.ts'
import type { Database } from '../../platform/db/database.ts'
import { systemCaller } from '../../rental/access/agencies/caller.ts'
import { openPendingEvents } from '../../rental/events/events/open-pending-events.ts'
import {
  deleteAttachmentFiles,
  type FileKey,
} from '../../rental/inbox/attachments/attachment-files.ts'
import { findErasedAt } from '../../rental/leads/guests/guests.ts'
import { eraseAgain } from '../../rental/privacy/guest-data/erase-again.ts'
import { eraseGuest } from '../../rental/privacy/guest-data/erase-guest.ts'
import type {
  ErasedCounts,
  ErasureContext,
} from '../../rental/privacy/guest-data/erase-related-records.ts'
import {
  type Erasure,
  type GuestKey,
  listErasureLeads,
  listErasuresUnscoped,
} from '../../rental/privacy/guest-data/guest-data.ts'
import { readErasures } from '../../rental/privacy/guest-data/read-erasures.ts'
import { subscribers } from '../../rental/subscribers.ts'
import type { Tables } from '../../rental/tables.ts'
import { openBlobStore } from '../../server/blob-store.ts'
import { openFor } from '../database.ts'
import { databaseUrl } from '../options.ts'

export interface ErasureLists {
  erasures?: string | undefined
  replaces?: string | undefined
}

export const erasuresOption = () =>
  new Option('--erasures <file>', 'the list of erasures (default: erasures.jsonl in BACKUP_FOLDER)')

export const replacesOption = () =>
  new Option(
    '--replaces <database-url>',
    'a database that this one replaces, to read its erasures from',
  ).argParser(databaseUrl('--replaces'))

/** Erases a guest without a server. */
export async function eraseByCommand(
  config: Config,
  database: Database<Tables>,
  guest: GuestKey,
): Promise<ErasedCounts> {
  return runErasure(config, database, guest.agency_uid, ctx => eraseGuest(ctx, guest))
}

/** Runs an erasure in the context of a command, and then deletes its files. */
async function runErasure<T>(
  config: Config,
  { kysely: db, clock }: Database<Tables>,
  agencyUid: string,
  erase: (ctx: ErasureContext) => Promise<T>,
): Promise<T> {
  const fileKeys: FileKey[] = []
  const result = await erase({
    db,
    caller: systemCaller(agencyUid),
    clock,
    pending: openPendingEvents(clock),
    requestUid: null,
    subscribers,
    settings: config,
    cipher: createCipher(config.secretKeys),
    // Deletes the files here, because no worker may be running.
    tasks: {
      async send(_, _worker, { files }: { files?: FileKey[] }) {
        fileKeys.push(...(files ?? []))
      },
    },
    log: {
      info() {},
      // A command reports an error by failing.
      error(_entry: object, text: string) {
        throw new Error(text)
      },
    } as never,
  })
  if (fileKeys.length > 0) await deleteAttachmentFiles(await openBlobStore(config), fileKeys)
  return result
}

/**
 * Repeats erasures that happened after the restored backup, from a list in a file and from the
 * replaced database if it still exists.
 *
 * @param folder folder of the backup, which may have a list
 * @returns lines for the terminal: repeated erasures, and guests that the database does not have
 */
export async function repeatErasures(
  config: Config,
  database: Database<Tables>,
  options: ErasureLists,
  folder?: string,
): Promise<string> {
  const lists = await readLists(config, options, folder)
  if (lists.length === 0) {
    return `There is no list of erasures at ${config.erasuresFile}: guests erased since the backup \
are back. Name a list or the former database: guest erase-again --erasures … --replaces …`
  }
  const counts: RepeatCounts = {
    erasures: 0,
    leads: 0,
    guestsMissing: 0,
    leadsMissing: 0,
    guestsWithoutLeads: 0,
  }
  for (const erasure of mergeErasures(lists.flat()))
    await repeatErasure(config, database, erasure, counts)
  return summarize(counts)
}

interface RepeatCounts {
  erasures: number
  /** Erased leads that had other guests in the database. */
  leads: number
  guestsMissing: number
  leadsMissing: number
  /** Missing guests without leads in the list. */
  guestsWithoutLeads: number
}

/** Merges the erasures of each guest: the latest one, with the leads of all of them. */
function mergeErasures(erasures: Erasure[]): Erasure[] {
  const byGuest = Map.groupBy(erasures, ({ agencyUid, guestUid }) => `${agencyUid} ${guestUid}`)
  return [...byGuest.values()].map(guestErasures => {
    const latest = guestErasures.reduce((a, b) =>
      Date.parse(b.erasedAt) > Date.parse(a.erasedAt) ? b : a,
    )
    if (guestErasures.every(({ leadUids }) => leadUids === undefined)) return latest
    return {
      ...latest,
      leadUids: [...new Set(guestErasures.flatMap(({ leadUids = [] }) => leadUids))],
    }
  })
}

async function repeatErasure(
  config: Config,
  database: Database<Tables>,
  erasure: Erasure,
  counts: RepeatCounts,
): Promise<void> {
  const { agencyUid: agency_uid, guestUid: uid, leadUids, erasedAt } = erasure
  const ctx = { db: database.kysely }
  const storedErasedAt = await findErasedAt(ctx, { agency_uid, uid })
  if (storedErasedAt && storedErasedAt >= new Date(erasedAt)) return
  const leads = await listErasureLeads(ctx, erasure)
  const { elsewhere } = leads
  if (storedErasedAt !== undefined || elsewhere.length > 0) {
    const guest = { agency_uid, uid }
    await runErasure(config, database, agency_uid, erasureContext =>
      eraseAgain(erasureContext, guest, elsewhere),
    )
    counts.erasures++
  } else {
    counts.guestsMissing++
    if (leadUids === undefined) counts.guestsWithoutLeads++
  }
  counts.leads += elsewhere.length
  counts.leadsMissing += (leadUids?.length ?? 0) - leads.known.length
}

function summarize({
  erasures,
  leads,
  guestsMissing,
  leadsMissing,
  guestsWithoutLeads,
}: RepeatCounts): string {
  const sentences = [`Repeated ${erasures} erasures made since.`]
  if (leads > 0) sentences.push(`Of these, ${leads} leads belonged to other guests.`)
  if (guestsMissing + leadsMissing > 0) {
    sentences.push(`Not found here: ${guestsMissing} guests, ${leadsMissing} leads of the list.`)
  }
  if (guestsWithoutLeads > 0) {
    sentences.push(
      `For ${guestsWithoutLeads} of these guests the list names no leads; they may be with others.`,
    )
  }
  return sentences.join(' ')
}

async function readLists(
  config: Config,
  { erasures: namedFile, replaces: replacedUrl }: ErasureLists,
  folder?: string,
): Promise<Erasure[][]> {
  const defaultFiles = [config.erasuresFile, ...(folder ? [join(folder, 'erasures.jsonl')] : [])]
  const lists: Erasure[][] = []
  for (const file of new Set(namedFile ? [namedFile] : defaultFiles)) {
    const list = await readErasures(file)
    if (list !== null) lists.push(list)
    else if (namedFile) throw new Error(`File not found: ${namedFile}`)
  }
  if (replacedUrl) {
    // An incomplete list would leave erased guests in the database.
    const options = { requiresAllNodes: true }
    await openFor({ ...config, databaseUrl: replacedUrl, databaseReadUrl: null }, async former => {
      lists.push(await listErasuresUnscoped({ db: former.kysely }, options))
    })
  }
  return lists
}
