/** Compares what the answers have said with what the database holds. */
import { type SeenLead, timed } from './acts.ts'
import type { Entry, KnownLead, Ledger } from './ledger.ts'
import type { Ask } from './shared/ask.ts'
import { type Finding, findingOf } from './shared/finding.ts'

interface StoredLead extends SeenLead {
  tag: string
  isGone: boolean
  /** Acts on one member of a group move the others, too. */
  isGrouped: boolean
}

/** Every answer that does not agree with the leads in the database. */
export async function reconcile(ask: Ask, agencyUid: string, ledger: Ledger): Promise<Finding[]> {
  const stored = await listLeads(ask, agencyUid)
  const byUid = new Map(stored.map(lead => [lead.uid, lead]))
  const tags = Map.groupBy(stored, ({ tag }) => tag)
  const creations = [...ledger.creations].filter(([tag, made]) => {
    return (tags.get(tag)?.length ?? 0) !== made
  })
  const unasked = stored.filter(({ tag }) => !ledger.creations.has(tag))
  const otherwise = [...ledger.leads].flatMap(([uid, known]) => {
    const lead = byUid.get(uid)
    if (lead && (lead.isGrouped || isExplained(known, lead))) return []
    return [{ stored: lead ?? 'nothing', answered: lastEntries(known.entries) }]
  })
  const present = [...ledger.missing].filter(uid => byUid.get(uid)?.isGone === false)
  return [
    ...findingOf('As many leads as creations that were answered 201', creations),
    ...findingOf('No lead that nobody asked for', unasked),
    ...findingOf('A lead is as the last answer has it, or lapsed', otherwise),
    ...findingOf('Only deleted leads are not found', present),
  ]
}

async function listLeads(ask: Ask, agencyUid: string): Promise<StoredLead[]> {
  const rows = await ask(
    `select uid, status, property_uid as "propertyUid", unit_uid as "unitUid",
       check_in_local::date::text as "checkIn", check_out_local::date::text as "checkOut",
       coalesce((select m.external_booking_id from leads m where m.agency_uid = l.agency_uid
         and m.group_uid = l.group_uid and m.group_role = 'MAIN'), external_booking_id) as tag,
       deleted_at is not null as "isGone",
       group_uid is not null as "isGrouped"
     from leads l where agency_uid = $1`,
    [agencyUid],
  )
  return rows as unknown as StoredLead[]
}

/**
 * Whether an answer that may have been the last says so. Requests that overlap in time may have
 * been served in any order; one that was sent after another's answer has come later.
 */
function isExplained(known: KnownLead, stored: StoredLead): boolean {
  return lastEntries(known.entries).some(({ left, leaves }) => {
    if (stored.isGone) return left === 'GONE' || (left === null && leaves.includes('GONE'))
    if (left === null) return leaves.includes(stored.status) || isLapse(known, leaves, stored)
    if (left === 'GONE') return false
    const isSame = keys.every(key => left[key] === stored[key])
    return isSame && (left.status === stored.status || isLapse(known, [left.status], stored))
  })
}

const keys = ['propertyUid', 'unitUid', 'checkIn', 'checkOut'] as const

function isLapse({ isShortened }: KnownLead, before: readonly string[], stored: StoredLead) {
  return isShortened && stored.status === 'CLOSED' && before.some(status => timed.includes(status))
}

/** The entries that no answered one comes after. */
function lastEntries(entries: readonly Entry[]): Entry[] {
  const answered = entries.filter(({ left }) => left !== null)
  return entries.filter(entry => !answered.some(later => later.sentAt > entry.answeredAt))
}
