/** Queries of the events of external calendars, and of the blocks on their nights. */

import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { dateOf } from '../../../platform/dates/dates.ts'
import { deleteRows, updateRow, updateRows } from '../../../platform/db/rows.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import type { FeedEventsTable } from '../../tables.ts'
import { byPriority, type IcalEvent, type Nights } from './ical-event.ts'

interface ObjectKey {
  agency_uid: string
  uid: string
}

type DbContext = Pick<Context, 'db'>

/** Lists the events of a calendar, sorted by their nights. */
export async function listIcalEvents({ db }: DbContext, ical: ObjectKey): Promise<IcalEvent[]> {
  return db
    .selectFrom('feed_events')
    .selectAll()
    .where('agency_uid', '=', ical.agency_uid)
    .where('ical_uid', '=', ical.uid)
    .orderBy('check_in')
    .orderBy('uid')
    .execute()
}

/** Locks events and returns their rows. */
export async function lockIcalEvents(
  { db }: DbContext,
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

export async function findIcalEvent(
  { db }: DbContext,
  ical: ObjectKey,
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

/** Event that claims nights, with the provider of its calendar. */
export type NightClaim = IcalEvent & { source: string }

/** Lists the events that claim nights of properties in a range, sorted by priority. */
export async function listClaims(
  { db }: DbContext,
  agencyUid: string,
  propertyUids: string[],
  { from, to }: Nights,
): Promise<NightClaim[]> {
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

type OutcomeColumns = Pick<IcalEvent, 'uid' | 'state' | 'lead_uid' | 'is_clash' | 'reason'>

export async function updateOutcomes(
  { db }: DbContext,
  agencyUid: string,
  events: OutcomeColumns[],
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

export async function updateIcalEvent(
  { db }: DbContext,
  key: ObjectKey,
  changes: Partial<Insertable<FeedEventsTable>>,
): Promise<void> {
  if (Object.keys(changes).length > 0) await updateRow({ db }, 'feed_events', key, changes)
}

/** Deletes events with the links to their blocks. Leads and blocks are kept. */
export async function deleteIcalEvents(
  { db }: DbContext,
  agencyUid: string,
  uids: string[],
): Promise<void> {
  await deleteRows({ db }, 'ical_blocks', { agency_uid: agencyUid, event_uid: uids })
  await deleteRows({ db }, 'feed_events', { agency_uid: agencyUid, uid: uids })
}

/** Sets the time since which events are missing; null if they are present again. */
export async function setMissingSince(
  { db }: DbContext,
  agencyUid: string,
  uids: string[],
  missingSince: Date | null,
): Promise<void> {
  const where = { agency_uid: agencyUid, uid: uids }
  await updateRows({ db }, 'feed_events', where, { missing_since: missingSince })
}

/** Returns the lead of an event; undefined if there is none or it is deleted. */
export async function findLeadOfEvent(
  { db }: DbContext,
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

/**
 * Deletes the links between blocks and events.
 *
 * @returns the uids of the events
 */
export async function deleteIcalBlocks(
  { db }: DbContext,
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

export type EventBlock = LeadRow & { event_uid: string; is_exported: boolean }

/** Lists the blocks of events, without deleted ones, sorted by check-in. */
export async function listEventBlocks(
  { db }: DbContext,
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

/** Returns an event of any calendar of the agency. */
export async function findAnyIcalEvent(
  { db }: DbContext,
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
