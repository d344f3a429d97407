/**
 * The part of a statement that queues deliveries: which webhooks want which of the events that are
 * just stored (contract/events.md §6.3). It reads them from `given`.
 */
import { type RawBuilder, sql } from 'kysely'
import { newUid } from '../../../platform/uid.ts'
import { eventReach } from '../../access/partners/event-reach.sql.ts'

/**
 * A delivery per event and webhook: of its type, as v2 words it for webhooks of v2; within its
 * scope; and of a partner's only what the partner reaches now.
 */
export function queueing(agencyUid: string, now: Date): RawBuilder<unknown> {
  const time = newUid(now.getTime()).slice(0, 13)
  const agency = sql`${agencyUid}::uuid`
  const reach = eventReach('g', agency, sql`w.partner_uid`)
  return sql`
    insert into deliveries (agency_uid, uid, webhook_uid, seq, destination, ordering_key,
      shows_personal, due_at, created_at)
    select ${agency}, ${uidAt(time)}, w.uid, g.seq, w.destination, g.ordering_key,
      ${reach.showsPersonal},
      case when w.status = 'ACTIVE' then ${now}::timestamptz else 'infinity' end,
      ${now}::timestamptz
    from given g
    left join properties p on p.agency_uid = ${agency} and p.uid = g.property_uid
    join webhooks w on w.deleted_at is null
      and (w.agency_uid = ${agency} or w.partner_uid = g.partner_uid)
      and w.event_type = case when w.api_version = '2.0' then g.legacy_type else g.type end
      and case when g.audience = 'PARTNER'
        then w.agency_uid is null and w.partner_uid = g.partner_uid
        else w.agency_uid = ${agency} and w.object_uid in (${agency}::text, g.property_uid::text,
          g.hotel_uid::text, p.hotel_uid::text) end
    ${reach.join}
    where ${reach.isReached}
    returning 1`
}

/** A UUIDv7 of this time, made by the database for rows that it finds itself. */
export function uidAt(time: string) {
  return sql`overlay(overlay(gen_random_uuid()::text placing ${time} from 1 for 13)
    placing '7' from 15 for 1)::uuid`
}
