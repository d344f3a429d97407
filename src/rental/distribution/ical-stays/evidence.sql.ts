import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { defaultChannel } from '../../leads/leads/lead.ts'
import { toProvider } from '../../prices/calendar-feeds/calendar-feeds.ts'
import type { IcalEvent } from '../ical-events/ical-event.ts'
import type { Ical } from '../icals/ical.ts'

/** Lead that is the stay of an event, and the reason why. */
export interface Evidence {
  uid: string
  reason: string
}

/** Returns the lead that is the stay of an event: see {@link listEvidence}. */
export async function findEvidence(
  ctx: Pick<Context, 'db'>,
  ical: Ical,
  event: IcalEvent,
): Promise<Evidence | undefined> {
  return (await listEvidence(ctx, ical, [event])).get(event.uid)
}

/**
 * Finds the leads of the property that are the stays of events: those with equal nights and one of
 * the following. Equal nights alone prove nothing, since many stays last from Saturday to Saturday.
 * - The lead is the stay of another calendar's event with the same reservation code or origin.
 * - It was created here, as a block or as a booking of the channel of the calendar.
 * - The calendar repeats others.
 *
 * For a unit type, which has several stays at a time, only codes and origins count.
 */
export async function listEvidence(
  { db }: Pick<Context, 'db'>,
  { agency_uid, uid, property_uid, source, repeats_others }: Ical,
  events: IcalEvent[],
): Promise<Map<string, Evidence>> {
  const channel = defaultChannel('HOSTFULLY_ICAL', toProvider(source))
  const { rows } = await sql<Evidence & { event_uid: string }>`
    select distinct on (v.uid) v.uid as event_uid, l.uid,
      case when e.code_digest = v.code_digest then 'SAME_CODE'
        when e.origin = v.origin then 'SAME_ORIGIN'
        when l.source <> 'HOSTFULLY_ICAL' and l.type = 'BLOCK' then 'OWN_BLOCK'
        when l.source <> 'HOSTFULLY_ICAL' and l.channel = ${channel} and ${channel} <> 'OTHER'
          then 'SAME_CHANNEL'
        else 'REPEATS_OTHERS' end as reason
    from unnest(${events.map(event => event.uid)}::uuid[],
        ${events.map(event => event.check_in)}::date[],
        ${events.map(event => event.check_out)}::date[],
        ${events.map(event => event.code_digest)}::text[],
        ${events.map(event => event.origin)}::text[])
      v (uid, check_in, check_out, code_digest, origin)
    join leads l on l.agency_uid = ${agency_uid} and l.property_uid = ${property_uid}
      and l.check_in_local >= v.check_in and l.check_in_local < v.check_in + 1
      and l.check_out_local >= v.check_out and l.check_out_local < v.check_out + 1
    join properties p on p.agency_uid = ${agency_uid} and p.uid = l.property_uid
    left join feed_events e on e.agency_uid = ${agency_uid} and e.lead_uid = l.uid
      and e.ical_uid <> ${uid}
    where l.deleted_at is null
      and l.status in ('BOOKED', 'BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED')
      and not exists (select 1 from ical_blocks b
        where b.agency_uid = ${agency_uid} and b.lead_uid = l.uid)
      and not exists (select 1 from feed_events own
        where own.agency_uid = ${agency_uid} and own.ical_uid = ${uid}
          and own.lead_uid = l.uid)
      and (e.code_digest = v.code_digest or e.origin = v.origin
        or p.hotel_uid is null and (${repeats_others}::boolean
          or l.source <> 'HOSTFULLY_ICAL' and (l.type = 'BLOCK'
            or l.channel = ${channel} and ${channel} <> 'OTHER')))
    order by v.uid, l.created_at, l.uid`.execute(db)
  return new Map(rows.map(({ event_uid, uid, reason }) => [event_uid, { uid, reason }]))
}
