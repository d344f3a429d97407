/** Events that have lost their calendar, which finds them when it is added again. */
import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import { moveIcalFeed, providerOf } from '../../prices/calendar-feeds/calendar-feeds.ts'
import { moveExported } from '../../prices/calendar-feeds/exported-stays.sql.ts'
import type { FeedEventsTable } from '../../tables.ts'
import type { Ical } from '../icals/ical.ts'
import { listDeletedIcals } from '../icals/icals.ts'
import { type IcalEvent, kindOfEvent } from './ical-event.ts'
import { insertIcalEvents, listIcalEvents } from './ical-events.ts'
import { type ImportedStay, startOfKeys } from './imported-stay.ts'

/**
 * Takes over the events of a deleted calendar of the property that had the same address, and the
 * feed for it.
 *
 * @returns whether there was one
 */
export async function adoptByAddress(ctx: Context, ical: Ical): Promise<boolean> {
  const former = (await listDeletedIcals(ctx, ical)).find(one => {
    return one.url_digest.startsWith(`${ical.url_digest} `)
  })
  if (!former) return false
  await moveEvents(ctx, ical, await listIcalEvents(ctx, former))
  await moveIcalFeed(ctx, { from: former.uid, to: ical.uid })
  await moveExported(ctx, ical.agency_uid, { from: former.uid, to: ical.uid })
  return true
}

/**
 * Takes over events that have no calendar any more, for the first answer of a new one: the only
 * one with the UID and the provider of a stay, else the only one with its nights where no other
 * stay has them. A booking that a release before has left without an event is found by its UID.
 */
export async function adoptByStays(ctx: Context, ical: Ical, stays: ImportedStay[]): Promise<void> {
  const orphans = (await listOrphans(ctx, ical)).filter(one => kindOfEvent(one) === 'BOOKING')
  const adopted = new Set<IcalEvent>()
  if (orphans.length === 0) return adoptLeads(ctx, ical, stays)
  const left = stays.filter(stay => {
    const same = orphans.filter(one => {
      return one.event_key === stay.eventKey && one.source === ical.source && !adopted.has(one)
    })
    if (same.length === 1) adopted.add(same[0]!)
    return same.length !== 1
  })
  for (const stay of left) {
    const isEqual = (one: { check_in: string; check_out: string }) =>
      one.check_in === stay.checkIn && one.check_out === stay.checkOut
    const same = orphans.filter(one => !adopted.has(one) && isEqual(one))
    const isAlone = left.filter(({ checkIn, checkOut }) => {
      return isEqual({ check_in: checkIn, check_out: checkOut })
    }).length
    if (same.length === 1 && isAlone === 1) adopted.add(same[0]!)
  }
  await moveEvents(ctx, ical, [...adopted])
  await adoptLeads(ctx, ical, stays)
}

async function listOrphans(ctx: Context, ical: Ical): Promise<(IcalEvent & { source: string })[]> {
  const found: (IcalEvent & { source: string })[] = []
  for (const former of await listDeletedIcals(ctx, ical)) {
    const events = await listIcalEvents(ctx, former)
    found.push(...events.map(event => ({ ...event, source: former.source })))
  }
  return found
}

async function moveEvents({ db }: Context, ical: Ical, events: IcalEvent[]): Promise<void> {
  if (events.length === 0) return
  await db
    .updateTable('feed_events')
    .set({ ical_uid: ical.uid, missing_since: null })
    .where('agency_uid', '=', ical.agency_uid)
    .where('uid', '=', sql<string>`any(${events.map(({ uid }) => uid)}::uuid[])`)
    .execute()
}

/** Bookings of calendars of which nothing else is known. */
async function adoptLeads(ctx: Context, ical: Ical, stays: ImportedStay[]): Promise<void> {
  const { agency_uid, property_uid } = ical
  const uids = stays.flatMap(({ uid, kind }) => (uid !== null && kind === 'BOOKING' ? [uid] : []))
  if (uids.length === 0) return
  const { rows } = await sql<Orphan>`select l.uid, l.external_booking_id,
      l.check_in_local::date as check_in, l.check_out_local::date as check_out
    from leads l
    where l.agency_uid = ${agency_uid} and l.property_uid = ${property_uid}
      and l.deleted_at is null and l.status = 'BOOKED' and l.source = 'HOSTFULLY_ICAL'
      and l.ical_provider = ${providerOf(ical.source)}
      and l.external_booking_id = any(${uids}::text[]) and l.check_out_at > ${ctx.clock.now()}
      and not exists (select 1 from feed_events e
        where e.agency_uid = ${agency_uid} and e.lead_uid = l.uid)`.execute(ctx.db)
  const found: Insertable<FeedEventsTable>[] = []
  const byUid = Map.groupBy(rows, row => row.external_booking_id)
  for (const [uid, leads] of byUid) {
    if (leads.length > 1) continue
    const { check_in, check_out, uid: lead_uid } = leads[0]!
    const now = ctx.clock.now()
    found.push({
      ...{ agency_uid, uid: newUid(now.getTime()), ical_uid: ical.uid, property_uid, lead_uid },
      ...{ event_key: startOfKeys(uid), status: 'BOOKED', check_in, check_out },
      ...{ state: 'STORED', may_have_guest: true, first_seen_at: now },
    })
  }
  await insertIcalEvents(ctx, found)
}

interface Orphan {
  uid: string
  external_booking_id: string
  check_in: string
  check_out: string
}
