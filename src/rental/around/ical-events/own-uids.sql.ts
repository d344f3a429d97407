/** Finds out whether an event repeats a stay that this server exports. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { blocks, type LeadRow } from '../../leads/leads/lead.ts'
import { listExported, recordProven } from '../../prices/calendar-feeds/exported-stays.sql.ts'
import { repeatsAll } from '../ical-stays/ical-stay.ts'
import type { Ical } from '../icals/ical.ts'
import { type ImportedStay, spanOf } from './imported-stay.ts'

const uids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

/**
 * Tells whether a new event repeats what this server exports: its UID contains that of a lead, even
 * a deleted one, at some properties, or of one of these; or it is the UID under which a lead was
 * exported that another calendar had reported, and that is gone; or it may have a guest, is no
 * booking, and all of its nights were exported before the answer before.
 */
export async function findEcho(
  ctx: Context,
  ical: Ical,
  propertyUids: string[],
  stay: ImportedStay,
): Promise<{ isEcho: boolean; leadUid: string | null }> {
  const own =
    (await findOwn(ctx, ical, propertyUids, stay.uid)) ??
    (await findRelayed(ctx, ical, propertyUids, stay))
  const { agency_uid: agencyUid } = ical
  if (own) {
    const { stayUid, endedAt } = own
    const { checkIn, checkOut } = stay
    const place = { agencyUid, propertyUid: ical.property_uid, repeatedBy: ical.uid }
    await recordProven(ctx, { ...place, stayUid, checkIn, checkOut, icalUid: null, endedAt })
    return { isEcho: true, leadUid: own.isLead ? stayUid : null }
  }
  if (stay.kind !== 'MAYBE') return { isEcho: false, leadUid: null }
  const nights = spanOf(stay)
  const exported = await listExported(ctx, agencyUid, [ical], nights)
  const times = { answeredAt: ical.answered_at, now: ctx.clock.now() }
  return { isEcho: repeatsAll(nights, exported, times), leadUid: null }
}

interface Own {
  stayUid: string
  isLead: boolean
  /** Since when the lead holds no nights. */
  endedAt: Date | null
}

async function findOwn(
  { db }: Pick<Context, 'db'>,
  { agency_uid }: Ical,
  propertyUids: string[],
  text: string | null,
): Promise<Own | null> {
  const found = text?.toLowerCase().match(uids) ?? []
  if (found.length === 0) return null
  const property = found.find(uid => propertyUids.includes(uid))
  if (property) return { stayUid: property, isLead: false, endedAt: null }
  const lead = await db
    .selectFrom('leads')
    .select(['uid', 'status', 'deleted_at', 'updated_at'])
    .where('agency_uid', '=', agency_uid)
    .where('uid', '=', sql<string>`any(${found}::uuid[])`)
    .where('property_uid', '=', sql<string>`any(${propertyUids}::uuid[])`)
    .executeTakeFirst()
  return lead ? { stayUid: lead.uid, isLead: true, endedAt: endOf(lead) } : null
}

/** Returns since when a lead holds no nights; null: it holds them. */
function endOf({ status, deleted_at, updated_at }: LeadEnd): Date | null {
  const isHeld = deleted_at === null && blocks(status)
  return isHeld ? null : (deleted_at ?? updated_at)
}

type LeadEnd = Pick<LeadRow, 'status' | 'deleted_at' | 'updated_at'>

const exportedUid = /@(?:origin\.)?lodgepole$/

/**
 * Finds a lead that is gone, that another calendar had reported, and that was exported under the
 * UID of an event with a night of it. Without it two servers that import each other would give such
 * a stay back to each other for ever.
 */
async function findRelayed(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid: icalUid }: Ical,
  propertyUids: string[],
  { uid, checkIn, checkOut }: ImportedStay,
): Promise<Own | null> {
  if (uid === null || !exportedUid.test(uid)) return null
  const { rows } = await sql<LeadEnd & { uid: string }>`
    select l.uid, l.status, l.deleted_at, l.updated_at
    from exported_stays e
    join leads l on l.agency_uid = ${agency_uid} and l.uid = e.stay_uid
    where e.agency_uid = ${agency_uid} and e.property_uid = any(${propertyUids}::uuid[])
      and e.ical_uid is distinct from ${icalUid} and l.feed_uid = ${uid}
      and e.check_in < ${checkOut}::date and e.check_out > ${checkIn}::date
    order by l.updated_at desc`.execute(db)
  const ends = rows.map(endOf)
  if (rows.length === 0 || ends.includes(null)) return null
  return { stayUid: rows[0]!.uid, isLead: true, endedAt: ends[0]! }
}
