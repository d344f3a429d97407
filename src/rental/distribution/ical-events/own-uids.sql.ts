/** Detection of events that repeat stays exported by this server. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { listExported, recordProven } from '../../prices/calendar-feeds/exported-stays.sql.ts'
import { blocks } from '../../prices/occupancies/lead-status.ts'
import { repeatsAll } from '../ical-stays/ical-stay.ts'
import type { Ical } from '../icals/ical.ts'
import { type ImportedStay, stayNights } from './imported-stay.ts'

const uidPattern = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

/**
 * Checks whether a new event repeats an exported stay. It does in one of these cases:
 * - Its UID contains the uid of one of the properties or of a lead there, even of a deleted one.
 * - Under its UID a lead was exported that came from another calendar and has ended.
 * - It is of kind MAYBE, and all of its nights were exported before the previous response.
 *
 * In the first two cases the repetition is recorded.
 */
export async function findEcho(
  ctx: Context,
  ical: Ical,
  propertyUids: string[],
  stay: ImportedStay,
): Promise<{ isEcho: boolean; leadUid: string | null }> {
  const repeated =
    (await findExportedUid(ctx, ical, propertyUids, stay.uid)) ??
    (await findRelayedLead(ctx, ical, propertyUids, stay))
  const { agency_uid: agencyUid } = ical
  if (repeated) {
    const { stayUid, endedAt } = repeated
    const { checkIn, checkOut } = stay
    const base = { agencyUid, propertyUid: ical.property_uid, repeatedBy: ical.uid }
    await recordProven(ctx, { ...base, stayUid, checkIn, checkOut, icalUid: null, endedAt })
    return { isEcho: true, leadUid: repeated.isLead ? stayUid : null }
  }
  if (stay.kind !== 'MAYBE') return { isEcho: false, leadUid: null }
  const nights = stayNights(stay)
  const exported = await listExported(ctx, agencyUid, [ical], nights)
  const times = { respondedAt: ical.responded_at, now: ctx.clock.now() }
  return { isEcho: repeatsAll(nights, exported, times), leadUid: null }
}

interface RepeatedStay {
  /** Uid of a lead, or of a property whose nights were exported without one. */
  stayUid: string
  isLead: boolean
  /** Time at which the lead released its nights; null if it occupies them. */
  endedAt: Date | null
}

async function findExportedUid(
  { db }: Pick<Context, 'db'>,
  { agency_uid }: Ical,
  propertyUids: string[],
  eventUid: string | null,
): Promise<RepeatedStay | null> {
  const candidates = eventUid?.toLowerCase().match(uidPattern) ?? []
  if (candidates.length === 0) return null
  const propertyUid = candidates.find(uid => propertyUids.includes(uid))
  if (propertyUid) return { stayUid: propertyUid, isLead: false, endedAt: null }
  const lead = await db
    .selectFrom('leads')
    .select(['uid', 'status', 'deleted_at', 'updated_at'])
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', sql<string>`any(${candidates}::uuid[])`)
    .where('property_uid', '=', sql<string>`any(${propertyUids}::uuid[])`)
    .executeTakeFirst()
  return lead ? { stayUid: lead.uid, isLead: true, endedAt: leadEndedAt(lead) } : null
}

/** Returns when a lead released its nights; null if it occupies them. */
function leadEndedAt({ status, deleted_at, updated_at }: LeadEnd): Date | null {
  const isHeld = deleted_at === null && blocks(status)
  return isHeld ? null : (deleted_at ?? updated_at)
}

type LeadEnd = Pick<LeadRow, 'status' | 'deleted_at' | 'updated_at'>

const exportedUidPattern = /@(?:origin\.)?lodgepole$/

/**
 * Finds a lead that has ended, that another calendar had reported, and that was exported under the
 * UID of an event with a common night. Otherwise two servers that import each other would return
 * such a stay to each other forever.
 */
async function findRelayedLead(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid: icalUid }: Ical,
  propertyUids: string[],
  { uid, checkIn, checkOut }: ImportedStay,
): Promise<RepeatedStay | null> {
  if (uid === null || !exportedUidPattern.test(uid)) return null
  const { rows } = await sql<LeadEnd & { uid: string }>`
    select l.uid, l.status, l.deleted_at, l.updated_at
    from exported_stays e
    join leads l on l.agency_uid = ${agency_uid} and l.uid = e.stay_uid
    where e.agency_uid = ${agency_uid} and e.property_uid = any(${propertyUids}::uuid[])
      and e.ical_uid is distinct from ${icalUid} and l.feed_uid = ${uid}
      and e.check_in < ${checkOut}::date and e.check_out > ${checkIn}::date
    order by l.updated_at desc`.execute(db)
  const ends = rows.map(leadEndedAt)
  // If one of the leads still occupies its nights, the event does not repeat an ended stay.
  if (rows.length === 0 || ends.includes(null)) return null
  return { stayUid: rows[0]!.uid, isLead: true, endedAt: ends[0]! }
}
