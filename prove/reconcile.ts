/** Compares the history of responses with the leads in the database. */

import type { Entry, History, TrackedLead } from './history.ts'
import { type ObservedLead, timed } from './lead-actions.ts'
import type { Query } from './shared/query.ts'
import { toViolations, type Violation } from './shared/violation.ts'

interface StoredLead extends ObservedLead {
  tag: string
  isDeleted: boolean
  /** True for members of a group: an action on one changes the others, too. */
  isGrouped: boolean
}

/** Finds leads in the database that contradict the history of responses. */
export async function reconcile(
  query: Query,
  agencyUid: string,
  history: History,
): Promise<Violation[]> {
  const stored = await listLeads(query, agencyUid)
  const byUid = new Map(stored.map(lead => [lead.uid, lead]))
  const tags = Map.groupBy(stored, ({ tag }) => tag)
  const creations = [...history.creations].filter(([tag, count]) => {
    return (tags.get(tag)?.length ?? 0) !== count
  })
  const unrequested = stored.filter(({ tag }) => !history.creations.has(tag))
  const mismatches = [...history.leads].flatMap(([uid, tracked]) => {
    const lead = byUid.get(uid)
    if (lead && (lead.isGrouped || isExplained(tracked, lead))) return []
    return [{ stored: lead ?? 'nothing', responded: lastEntries(tracked.entries) }]
  })
  const falselyMissing = [...history.missing].filter(uid => byUid.get(uid)?.isDeleted === false)
  return [
    ...toViolations('Every creation has as many leads as its response', creations),
    ...toViolations('Every lead belongs to a request', unrequested),
    ...toViolations('A lead matches its last response, or has expired', mismatches),
    ...toViolations('Only deleted leads are not found', falselyMissing),
  ]
}

async function listLeads(query: Query, agencyUid: string): Promise<StoredLead[]> {
  const rows = await query(
    `select uid, status, property_uid as "propertyUid", unit_uid as "unitUid",
       check_in_local::date::text as "checkIn", check_out_local::date::text as "checkOut",
       coalesce((select m.external_booking_id from leads m where m.agency_uid = l.agency_uid
         and m.group_uid = l.group_uid and m.group_role = 'MAIN'), external_booking_id) as tag,
       deleted_at is not null as "isDeleted",
       group_uid is not null as "isGrouped"
     from leads l where agency_uid = $1`,
    [agencyUid],
  )
  return rows as unknown as StoredLead[]
}

/**
 * Returns whether one of the last operations explains the stored lead. Requests that overlap in
 * time may have been served in any order; one sent after the response of another came later.
 */
function isExplained(tracked: TrackedLead, stored: StoredLead): boolean {
  return lastEntries(tracked.entries).some(({ result, to }) => {
    if (stored.isDeleted) return result === 'DELETED' || (result === null && to.includes('DELETED'))
    if (result === null) return to.includes(stored.status) || isExpiry(tracked, to, stored)
    if (result === 'DELETED') return false
    const isSame = keys.every(key => result[key] === stored[key])
    return isSame && (result.status === stored.status || isExpiry(tracked, [result.status], stored))
  })
}

const keys = ['propertyUid', 'unitUid', 'checkIn', 'checkOut'] as const

function isExpiry({ isShortened }: TrackedLead, before: readonly string[], stored: StoredLead) {
  return isShortened && stored.status === 'CLOSED' && before.some(status => timed.includes(status))
}

/** Lists the entries without a later one that has a response. */
function lastEntries(entries: readonly Entry[]): Entry[] {
  const responded = entries.filter(({ result }) => result !== null)
  return entries.filter(entry => !responded.some(later => later.sentAt > entry.respondedAt))
}
