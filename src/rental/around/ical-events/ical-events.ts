/** Queries of the events of external calendars, and of the blocks that take nights of them. */

import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { dateOf } from '../../../platform/dates.ts'
import { deleteRows, updateRow, updateRows } from '../../../platform/db/rows.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import type { FeedEventsTable } from '../../tables.ts'
import { byPriority, type IcalEvent, type Nights } from './ical-event.ts'

interface Key {
  agency_uid: string
  uid: string
}

type ContextPart = Pick<Context, 'db'>

/** The events of a calendar, by their nights. */
export async function listIcalEvents({ db }: ContextPart, ical: Key): Promise<IcalEvent[]> {
  return db
    .selectFrom('feed_events')
    .selectAll()
    .where('agency_uid', '=', ical.agency_uid)
    .where('ical_uid', '=', ical.uid)
    .orderBy('check_in')
    .orderBy('uid')
    .execute()
}

/** Locks events of a calendar, and gives them as they are. */
export async function lockIcalEvents(
  { db }: ContextPart,
  agencyUid: string,
  uids: string[],
): Promise<IcalEvent[]> {
  if (uids.length === 0) return []
  return db
    .selectFrom('feed_events')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', sql<string>`any(${uids}::uuid[])`)
    .orderBy('uid')
    .forUpdate()
    .execute()
}

/** An event of a calendar. */
export async function findIcalEvent(
  { db }: ContextPart,
  ical: Key,
  uid: string,
): Promise<IcalEvent | undefined> {
  return db
    .selectFrom('feed_events')
    .selectAll()
    .where('agency_uid', '=', ical.agency_uid)
    .where('ical_uid', '=', ical.uid)
    .where('uid', '=', uid)
    .executeTakeFirst()
}

/** An event that claims nights, and whose calendar it is in. */
export type Claim = IcalEvent & { source: string }

/** Lists the events of properties that claim nights of a range, by their priority. */
export async function listClaims(
  { db }: ContextPart,
  agencyUid: string,
  propertyUids: string[],
  { from, to }: Nights,
): Promise<Claim[]> {
  const claims = await db
    .selectFrom('feed_events as e')
    .innerJoin('icals as i', 'i.uid', 'e.ical_uid')
    .selectAll('e')
    .select('i.source')
    .where('e.agency_uid', '=', agencyUid)
    .where('i.agency_uid', '=', agencyUid)
    .where('i.deleted_at', 'is', null)
    .where('e.property_uid', '=', sql<string>`any(${propertyUids}::uuid[])`)
    .where('e.check_out', '>', dateOf(from))
    .where('e.check_in', '<', dateOf(to))
    .where('e.state', '<>', 'IGNORED')
    .execute()
  return claims.sort(byPriority)
}

/** The outcome of an event, as it is written. */
type Written = Pick<IcalEvent, 'uid' | 'state' | 'lead_uid' | 'is_clash' | 'reason'>

/** Writes what became of events. */
export async function updateOutcomes(
  { db }: ContextPart,
  agencyUid: string,
  events: Written[],
): Promise<void> {
  if (events.length === 0) return
  await sql`update feed_events e set state = v.state, lead_uid = v.lead_uid,
      is_clash = v.is_clash, reason = v.reason
    from unnest(${events.map(event => event.uid)}::uuid[],
      ${events.map(event => event.state)}::text[], ${events.map(event => event.lead_uid)}::uuid[],
      ${events.map(event => event.is_clash)}::boolean[],
      ${events.map(event => event.reason)}::text[]) v (uid, state, lead_uid, is_clash, reason)
    where e.agency_uid = ${agencyUid} and e.uid = v.uid`.execute(db)
}

/** Writes changed columns of an event. */
export async function updateIcalEvent(
  { db }: ContextPart,
  key: Key,
  changes: Partial<Insertable<FeedEventsTable>>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await updateRow({ db }, 'feed_events', key, changes)
}

/** Forgets events that are over; their leads stay. */
export async function deleteIcalEvents(
  { db }: ContextPart,
  agencyUid: string,
  uids: string[],
): Promise<void> {
  await deleteRows({ db }, 'ical_blocks', { agency_uid: agencyUid, event_uid: uids })
  await deleteRows({ db }, 'feed_events', { agency_uid: agencyUid, uid: uids })
}

/** Marks events as missing since an answer, or as there again. */
export async function markMissing(
  { db }: ContextPart,
  agencyUid: string,
  uids: string[],
  since: Date | null,
): Promise<void> {
  const where = { agency_uid: agencyUid, uid: uids }
  await updateRows({ db }, 'feed_events', where, { missing_since: since })
}

/** A lead by its uid, unless it is deleted. */
export async function findLeadOfEvent(
  { db }: ContextPart,
  agencyUid: string,
  leadUid: string | null,
): Promise<LeadRow | undefined> {
  if (leadUid === null) return undefined
  return db
    .selectFrom('leads')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', leadUid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Forgets that blocks take nights of events. */
export async function deleteIcalBlocks(
  { db }: ContextPart,
  agencyUid: string,
  leadUids: string[],
): Promise<string[]> {
  const rows = await db
    .deleteFrom('ical_blocks')
    .where('agency_uid', '=', agencyUid)
    .where('lead_uid', '=', sql<string>`any(${leadUids}::uuid[])`)
    .returning('event_uid')
    .execute()
  return rows.map(row => row.event_uid)
}

/** A lead that takes nights of an event as a block. */
export type EventBlock = LeadRow & { event_uid: string; is_exported: boolean }

/** The block leads of an event that are not deleted, by their nights. */
export async function listBlocksOf(
  { db }: ContextPart,
  agencyUid: string,
  eventUids: string[],
): Promise<EventBlock[]> {
  return db
    .selectFrom('ical_blocks as b')
    .innerJoin('leads as l', 'l.uid', 'b.lead_uid')
    .selectAll('l')
    .select(['b.event_uid', 'b.is_exported'])
    .where('b.agency_uid', '=', agencyUid)
    .where('l.agency_uid', '=', agencyUid)
    .where('b.event_uid', '=', sql<string>`any(${eventUids}::uuid[])`)
    .where('l.deleted_at', 'is', null)
    .orderBy('l.check_in_local')
    .orderBy('l.uid')
    .execute()
}

/** An event by its uid, whatever its calendar. */
export async function findIcalEventOf(
  { db }: ContextPart,
  agencyUid: string,
  uid: string,
): Promise<IcalEvent | undefined> {
  return db
    .selectFrom('feed_events')
    .selectAll()
    .where('agency_uid', '=', agencyUid)
    .where('uid', '=', uid)
    .executeTakeFirst()
}
