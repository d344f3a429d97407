/** Erasures by command, and those that a restore repeats: docs/operating.md. */
import { dirname, join } from 'node:path'
import { Option } from '@commander-js/extra-typings'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/db/database.ts'
import { sealer } from '../../platform/seal.ts'
import { openBlobStore } from '../../process/blob-store.ts'
import { systemCaller } from '../../rental/access/agencies/caller.ts'
import { eraseAgain } from '../../rental/around/guest-data/erase-again.ts'
import type { ErasedCounts, Erasing } from '../../rental/around/guest-data/erase-belongings.ts'
import { eraseGuest } from '../../rental/around/guest-data/erase-guest.ts'
import {
  type Erasure,
  type GuestKey,
  listErasuresUnscoped,
  listLeadsOfErasure,
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

/** Options that locate lists of erasures. */
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
  return erasing(config, database, guest.agency_uid, ctx => eraseGuest(ctx, guest))
}

/** Erases in the context of a command, then deletes the files that belonged to what was erased. */
async function erasing<T>(
  config: Config,
  { kysely: db, clock }: Database<Tables>,
  agencyUid: string,
  erase: (ctx: Erasing) => Promise<T>,
): Promise<T> {
  const gone: FileKey[] = []
  const done = await erase({
    db,
    caller: systemCaller(agencyUid),
    clock,
    pending: openPendingEvents(clock),
    requestUid: null,
    settings: config,
    sealer: sealer(config.secretKeys),
    // No worker may be there to take the task, so the files are deleted here.
    tasks: {
      async send(_, _worker, { files }: { files?: FileKey[] }) {
        gone.push(...(files ?? []))
      },
    },
    log: {
      info() {},
      error(_entry: object, text: string) {
        throw new Error(text)
      },
    } as never,
  })
  if (gone.length > 0) await deleteAttachmentFiles(await openBlobStore(config), gone)
  return done
}

/**
 * Erases again who was erased after what the database holds, by the list of a file and, if it is
 * still there, of the database that is replaced.
 *
 * @param backup the folder that was restored; lists lie beside it
 * @returns sentences for the terminal: what was erased again, and what the database lacks
 */
export async function repeatErasures(
  config: Config,
  database: Database<Tables>,
  named: ErasureLists,
  backup?: string,
): Promise<string> {
  const lists = await listsFor(config, named, backup)
  if (lists.length === 0) {
    return `There is no list of erasures at ${config.erasuresFile}: guests erased since the backup \
are back. Name a list or the former database: guest erase-again --erasures … --replaces …`
  }
  const sums: Repeated = { erasures: 0, leads: 0, guestsMissing: 0, leadsMissing: 0, leadless: 0 }
  for (const erasure of joined(lists.flat())) await repeatErasure(config, database, erasure, sums)
  return toldOf(sums)
}

/** Numbers of what was erased again, and of what the database does not have. */
interface Repeated {
  erasures: number
  /** Erased leads that the database had with other guests. */
  leads: number
  guestsMissing: number
  leadsMissing: number
  /** Missing guests without leads in the list. */
  leadless: number
}

/** Returns one erasure for each guest: the last, with the leads of all that are listed. */
function joined(erasures: Erasure[]): Erasure[] {
  const byGuest = Map.groupBy(erasures, ({ agencyUid, guestUid }) => `${agencyUid} ${guestUid}`)
  return [...byGuest.values()].map(each => {
    const last = each.reduce((a, b) => (Date.parse(b.erasedAt) > Date.parse(a.erasedAt) ? b : a))
    if (each.every(({ leadUids }) => leadUids === undefined)) return last
    return { ...last, leadUids: [...new Set(each.flatMap(({ leadUids = [] }) => leadUids))] }
  })
}

async function repeatErasure(
  config: Config,
  database: Database<Tables>,
  erasure: Erasure,
  sums: Repeated,
): Promise<void> {
  const { agencyUid: agency_uid, guestUid: uid, leadUids, erasedAt } = erasure
  const ctx = { db: database.kysely }
  const known = await findErasedAt(ctx, { agency_uid, uid })
  if (known && known >= new Date(erasedAt)) return
  const leads = await listLeadsOfErasure(ctx, erasure)
  const { elsewhere } = leads
  if (known !== undefined || elsewhere.length > 0) {
    const guest = { agency_uid, uid }
    await erasing(config, database, agency_uid, own => eraseAgain(own, guest, elsewhere))
    sums.erasures++
  } else {
    sums.guestsMissing++
    if (leadUids === undefined) sums.leadless++
  }
  sums.leads += elsewhere.length
  sums.leadsMissing += (leadUids?.length ?? 0) - leads.known.length
}

function toldOf({ erasures, leads, guestsMissing, leadsMissing, leadless }: Repeated): string {
  const sentences = [`Repeated ${erasures} erasures made since.`]
  if (leads > 0) sentences.push(`Of these, ${leads} leads belonged to other guests.`)
  if (guestsMissing + leadsMissing > 0) {
    sentences.push(`Not found here: ${guestsMissing} guests, ${leadsMissing} leads of the list.`)
  }
  if (leadless > 0) {
    sentences.push(
      `For ${leadless} of these guests the list names no leads; they may be with others.`,
    )
  }
  return sentences.join(' ')
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
    else if (named) throw new Error(`File not found: ${named}`)
  }
  if (url) {
    await openFor({ ...config, databaseUrl: url, databaseReadUrl: null }, async former => {
      lists.push(await listErasuresUnscoped({ db: former.kysely }, true))
    })
  }
  return lists
}
