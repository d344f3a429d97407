import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { defaultChannel } from '../../leads/leads/lead.ts'
import { providerOf } from '../../prices/calendar-feeds/calendar-feeds.ts'
import type { IcalEvent } from '../ical-events/ical-event.ts'
import type { Ical } from '../icals/ical.ts'

/** The lead that is the stay of an event, and what tells it. */
export interface Evidence {
  uid: string
  reason: string
}

/**
 * The lead of the property that is the stay of an event, by evidence: equal nights, and
 * beside them the reservation code or the origin of another calendar's event, a block made here, a
 * booking of the same channel made here, or a calendar that repeats others. Equal nights alone are
 * none: where stays last from Saturday to Saturday two guests have them. Of a unit type only codes
 * and origins count.
 */
export async function findEvidence(
  { db }: Pick<Context, 'db'>,
  ical: Ical,
  { agency_uid, property_uid, check_in, check_out, code_digest, origin }: IcalEvent,
): Promise<Evidence | undefined> {
  const channel = defaultChannel('HOSTFULLY_ICAL', providerOf(ical.source))
  const { rows } = await sql<Evidence>`select l.uid,
      case when e.code_digest = ${code_digest} then 'SAME_CODE'
        when e.origin = ${origin} then 'SAME_ORIGIN'
        when l.source <> 'HOSTFULLY_ICAL' and l.type = 'BLOCK' then 'OWN_BLOCK'
        when l.source <> 'HOSTFULLY_ICAL' and l.channel = ${channel} and ${channel} <> 'OTHER'
          then 'SAME_CHANNEL'
        else 'REPEATS_OTHERS' end as reason
    from leads l
    join properties p on p.agency_uid = ${agency_uid} and p.uid = l.property_uid
    left join feed_events e on e.agency_uid = ${agency_uid} and e.lead_uid = l.uid
      and e.ical_uid <> ${ical.uid}
    where l.agency_uid = ${agency_uid} and l.property_uid = ${property_uid}
      and l.deleted_at is null
      and l.status in ('BOOKED', 'BLOCKED', 'ON_HOLD', 'PENDING', 'PENDING_APPROVED')
      and l.check_in_local >= ${check_in}::date and l.check_in_local < ${check_in}::date + 1
      and l.check_out_local >= ${check_out}::date and l.check_out_local < ${check_out}::date + 1
      and not exists (select 1 from ical_blocks b
        where b.agency_uid = ${agency_uid} and b.lead_uid = l.uid)
      and not exists (select 1 from feed_events own
        where own.agency_uid = ${agency_uid} and own.ical_uid = ${ical.uid}
          and own.lead_uid = l.uid)
      and (e.code_digest = ${code_digest} or e.origin = ${origin}
        or p.hotel_uid is null and (${ical.repeats_others}::boolean
          or l.source <> 'HOSTFULLY_ICAL' and (l.type = 'BLOCK'
            or l.channel = ${channel} and ${channel} <> 'OTHER')))
    order by l.created_at, l.uid limit 1`.execute(db)
  return rows[0]
}
