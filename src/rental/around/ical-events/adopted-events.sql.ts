/** Events that have lost their calendar, which finds them when it is added again. */
import { type Insertable, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { insertRows, updateRows } from '../../../platform/db/rows.ts'
import { newUid } from '../../../platform/uid.ts'
import { moveIcalFeed, providerOf } from '../../prices/calendar-feeds/calendar-feeds.ts'
import { moveExported } from '../../prices/calendar-feeds/exported-stays.sql.ts'
import type { FeedEventsTable } from '../../tables.ts'
import type { Ical } from '../icals/ical.ts'
import { listDeletedIcals } from '../icals/icals.ts'
import { type IcalEvent, kindOfEvent } from './ical-event.ts'
import { listIcalEvents } from './ical-events.ts'
import { digestOf, type ImportedStay, isUnique, startOfKeys } from './imported-stay.ts'

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
 * one with the UID and the provider of a stay, else of a booking the only one with its nights and
 * summary where no other booking has these nights.
 *
 * @returns how many
 */
export async function adoptByStays(
  ctx: Context,
  ical: Ical,
  stays: ImportedStay[],
): Promise<number> {
  const orphans = (await listOrphans(ctx, ical)).filter(one => kindOfEvent(one) === 'BOOKING')
  const adopted = new Set<IcalEvent>()
  if (orphans.length === 0) return adoptLeads(ctx, ical, stays)
  const left = stays.filter(stay => {
    if (!isUnique(stay.uid)) return true
    const same = orphans.filter(one => {
      return one.event_key === stay.eventKey && one.source === ical.source && !adopted.has(one)
    })
    if (same.length === 1) adopted.add(same[0]!)
    return same.length !== 1
  })
  const bookings = left.filter(({ kind, isMarker }) => kind === 'BOOKING' && !isMarker)
  for (const stay of bookings) {
    const isEqual = (one: { check_in: string; check_out: string }) =>
      one.check_in === stay.checkIn && one.check_out === stay.checkOut
    const isAlike = ({ summary_digest }: IcalEvent) =>
      summary_digest === null || summary_digest === digestOf(stay.summary)
    const same = orphans.filter(one => !adopted.has(one) && isEqual(one) && isAlike(one))
    const isAlone = bookings.filter(({ checkIn, checkOut }) => {
      return isEqual({ check_in: checkIn, check_out: checkOut })
    }).length
    if (same.length === 1 && isAlone === 1) adopted.add(same[0]!)
  }
  await moveEvents(ctx, ical, [...adopted])
  return adopted.size + (await adoptLeads(ctx, ical, stays))
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
  const where = { agency_uid: ical.agency_uid, uid: events.map(({ uid }) => uid) }
  await updateRows({ db }, 'feed_events', where, { ical_uid: ical.uid })
}

/**
 * Finds imported leads that have no event, by the UID that they were imported with: a process of a
 * release before has imported them, which kept events elsewhere, or they outlived their calendar.
 *
 * @returns how many
 */
export async function adoptLeads(ctx: Context, ical: Ical, stays: ImportedStay[]): Promise<number> {
  const { agency_uid, property_uid } = ical
  const byUid = Map.groupBy(stays, ({ uid }) => uid)
  const uids = [...byUid.keys()].filter(uid => uid !== null)
  if (uids.length === 0) return 0
  const { rows } = await sql<Orphan>`select l.uid, l.status, l.external_booking_id,
      l.check_in_local::date as check_in, l.check_out_local::date as check_out
    from leads l
    where l.agency_uid = ${agency_uid} and l.property_uid = ${property_uid}
      and l.deleted_at is null and l.status in ('BOOKED', 'BLOCKED')
      and l.source = 'HOSTFULLY_ICAL' and l.ical_provider = ${providerOf(ical.source)}
      and l.external_booking_id = any(${uids}::text[]) and l.check_out_at > ${ctx.clock.now()}
      and not exists (select 1 from feed_events e
        where e.agency_uid = ${agency_uid} and e.lead_uid = l.uid)
      and not exists (select 1 from ical_blocks b
        where b.agency_uid = ${agency_uid} and b.lead_uid = l.uid)`.execute(ctx.db)
  const now = ctx.clock.now()
  const found: Insertable<FeedEventsTable>[] = []
  for (const [uid, leads] of Map.groupBy(rows, row => row.external_booking_id)) {
    const [lead, ...others] = leads
    const kind = byUid.get(uid)![0]!.kind
    const isBooked = lead!.status === 'BOOKED'
    const { check_in, check_out } = lead!
    const isThere = byUid.get(uid)!.some(one => {
      return one.checkIn === check_in && one.checkOut === check_out
    })
    if (!isUnique(uid) && !isThere) continue
    if (others.length > 0 || isBooked !== (kind === 'BOOKING')) continue
    const event = {
      ...{ agency_uid, uid: newUid(now.getTime()), ical_uid: ical.uid, property_uid },
      ...{ event_key: startOfKeys(uid), status: lead!.status, first_seen_at: now },
      ...{ check_in, check_out },
    }
    const mayHaveGuest = kind !== 'CLOSURE'
    if (mayHaveGuest) found.push({ ...event, state: 'STORED', lead_uid: lead!.uid })
    else {
      found.push({ ...event, state: 'BLOCKS', may_have_guest: false })
      const block = { agency_uid, lead_uid: lead!.uid, event_uid: event.uid, is_exported: true }
      await insertRows(ctx, 'ical_blocks', [block])
    }
  }
  await insertRows(ctx, 'feed_events', found)
  return found.length
}

interface Orphan {
  uid: string
  status: string
  external_booking_id: string
  check_in: string
  check_out: string
}
