/** Events of deleted calendars, which are adopted when a calendar is added again. */
import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { insertRows, updateRows } from '../../../platform/db/rows.ts'
import { newUid } from '../../../platform/uid.ts'
import { moveIcalFeed, toProvider } from '../../prices/calendar-feeds/calendar-feeds.ts'
import { moveExported } from '../../prices/calendar-feeds/exported-stays.sql.ts'
import type { FeedEventsTable } from '../../tables.ts'
import type { Ical } from '../icals/ical.ts'
import { listDeletedIcals } from '../icals/icals.ts'
import { type IcalEvent, storedKind } from './ical-event.ts'
import { listIcalEvents } from './ical-events.ts'
import { digestText, eventKeyPrefix, type ImportedStay, isUnique } from './imported-stay.ts'

/**
 * Adopts the events and the feed of a deleted calendar of the property with the same URL.
 *
 * @returns whether there was such a calendar
 */
export async function adoptByAddress(ctx: Context, ical: Ical): Promise<boolean> {
  const former = (await listDeletedIcals(ctx, ical)).find(deleted => {
    // Deletion appends the uid to the digest.
    return deleted.url_digest.startsWith(`${ical.url_digest} `)
  })
  if (!former) return false
  await moveEvents(ctx, ical, await listIcalEvents(ctx, former))
  await moveIcalFeed(ctx, { from: former.uid, to: ical.uid })
  await moveExported(ctx, ical.agency_uid, { from: former.uid, to: ical.uid })
  return true
}

/**
 * Adopts events of deleted calendars on the first response of a new calendar. A stay adopts the
 * only event with its UID and provider. A booking for which there is none adopts the only event
 * with its nights and summary, unless another booking has these nights.
 *
 * @returns the number of adopted events and leads
 */
export async function adoptByStays(
  ctx: Context,
  ical: Ical,
  stays: ImportedStay[],
): Promise<number> {
  const orphans = (await listOrphans(ctx, ical)).filter(event => storedKind(event) === 'BOOKING')
  const adopted = new Set<IcalEvent>()
  if (orphans.length === 0) return adoptLeads(ctx, ical, stays)
  const unmatched = stays.filter(stay => {
    if (!isUnique(stay.uid)) return true
    const sameKey = orphans.filter(event => {
      return (
        event.event_key === stay.eventKey && event.source === ical.source && !adopted.has(event)
      )
    })
    if (sameKey.length === 1) adopted.add(sameKey[0]!)
    return sameKey.length !== 1
  })
  const bookings = unmatched.filter(({ kind, isMarker }) => kind === 'BOOKING' && !isMarker)
  for (const stay of bookings) {
    const hasSameNights = (range: { check_in: string; check_out: string }) =>
      range.check_in === stay.checkIn && range.check_out === stay.checkOut
    const mayHaveSummary = ({ summary_digest }: IcalEvent) =>
      summary_digest === null || summary_digest === digestText(stay.summary)
    const alike = orphans.filter(
      event => !adopted.has(event) && hasSameNights(event) && mayHaveSummary(event),
    )
    const bookingsThere = bookings.filter(({ checkIn, checkOut }) => {
      return hasSameNights({ check_in: checkIn, check_out: checkOut })
    }).length
    if (alike.length === 1 && bookingsThere === 1) adopted.add(alike[0]!)
  }
  await moveEvents(ctx, ical, [...adopted])
  return adopted.size + (await adoptLeads(ctx, ical, stays))
}

async function listOrphans(ctx: Context, ical: Ical): Promise<(IcalEvent & { source: string })[]> {
  const orphans: (IcalEvent & { source: string })[] = []
  for (const former of await listDeletedIcals(ctx, ical)) {
    const events = await listIcalEvents(ctx, former)
    orphans.push(...events.map(event => ({ ...event, source: former.source })))
  }
  return orphans
}

async function moveEvents({ db }: Context, ical: Ical, events: IcalEvent[]): Promise<void> {
  const where = { agency_uid: ical.agency_uid, uid: events.map(({ uid }) => uid) }
  await updateRows({ db }, 'feed_events', where, { ical_uid: ical.uid })
}

/**
 * Adopts imported leads without an event, by the UID that they were imported with. They outlived
 * their calendar, or were imported by a release that stored events elsewhere.
 *
 * @returns the number of adopted leads
 */
export async function adoptLeads(ctx: Context, ical: Ical, stays: ImportedStay[]): Promise<number> {
  const { agency_uid, property_uid } = ical
  const byUid = Map.groupBy(stays, ({ uid }) => uid)
  const uids = [...byUid.keys()].filter(uid => uid !== null)
  if (uids.length === 0) return 0
  const { rows } = await sql<OrphanLead>`select l.uid, l.status, l.external_booking_id,
      l.check_in_local::date as check_in, l.check_out_local::date as check_out
    from leads l
    where l.agency_uid = ${agency_uid} and l.property_uid = ${property_uid}
      and l.deleted_at is null and l.status in ('BOOKED', 'BLOCKED')
      and l.source = 'HOSTFULLY_ICAL' and l.ical_provider = ${toProvider(ical.source)}
      and l.external_booking_id = any(${uids}::text[]) and l.check_out_at > ${ctx.clock.now()}
      and not exists (select 1 from feed_events e
        where e.agency_uid = ${agency_uid} and e.lead_uid = l.uid)
      and not exists (select 1 from ical_blocks b
        where b.agency_uid = ${agency_uid} and b.lead_uid = l.uid)`.execute(ctx.db)
  const now = ctx.clock.now()
  const events: Insertable<FeedEventsTable>[] = []
  for (const [uid, leads] of Map.groupBy(rows, row => row.external_booking_id)) {
    const [lead, ...duplicates] = leads
    const kind = byUid.get(uid)![0]!.kind
    const isBooked = lead!.status === 'BOOKED'
    const { check_in, check_out } = lead!
    const hasSameNights = byUid.get(uid)!.some(stay => {
      return stay.checkIn === check_in && stay.checkOut === check_out
    })
    // A short UID may be that of another stay. Several leads or another kind are ambiguous.
    if (!isUnique(uid) && !hasSameNights) continue
    if (duplicates.length > 0 || isBooked !== (kind === 'BOOKING')) continue
    const event = {
      agency_uid,
      uid: newUid(now.getTime()),
      ical_uid: ical.uid,
      property_uid,
      event_key: eventKeyPrefix(uid),
      status: lead!.status,
      first_seen_at: now,
      check_in,
      check_out,
    }
    const mayHaveGuest = kind !== 'CLOSURE'
    if (mayHaveGuest) events.push({ ...event, state: 'STORED', lead_uid: lead!.uid })
    else {
      events.push({ ...event, state: 'BLOCKS', may_have_guest: false })
      const block = { agency_uid, lead_uid: lead!.uid, event_uid: event.uid, is_exported: true }
      await insertRows(ctx, 'ical_blocks', [block])
    }
  }
  await insertRows(ctx, 'feed_events', events)
  return events.length
}

interface OrphanLead {
  uid: string
  status: string
  external_booking_id: string
  check_in: string
  check_out: string
}
