/** Which webhooks want which events: contract/events.md §6.3. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { isSpread } from '../../../platform/db/gathered/spread.ts'
import { inOneStatement, insertOf } from '../../../platform/db/one-statement.ts'
import { PlanCache, slot } from '../../../platform/db/prepare.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { newUid } from '../../../platform/uid.ts'
import { eventReach } from '../../access/partners/event-reach.sql.ts'

/**
 * Queues a delivery per webhook and event, of so many that were just stored last: of its type, as
 * v2 words it for webhooks of v2; within its scope; and of a partner's only what the partner
 * reaches now. On a cluster they are read before they are written: it would plan an insert of
 * what many tables say for each of its parts.
 *
 * @returns whether any was queued
 */
export async function queueDeliveries(
  ctx: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  events: number,
): Promise<boolean> {
  const now = ctx.clock.now()
  const asked = { agency: agencyUid, events, now, time: newUid(now.getTime()).slice(0, 13) }
  if (isSpread(ctx.db)) {
    const { rows } = await plans.execute<object>(ctx, ['wanted', wantedSql], asked)
    if (rows.length > 0) await inOneStatement(ctx, [insertOf('deliveries', rows)])
    return rows.length > 0
  }
  const { numAffectedRows } = await plans.execute(ctx, ['queue', queueingSql], asked)
  return (numAffectedRows ?? 0n) > 0n
}

const plans = new PlanCache()

function queueingSql() {
  return sql`
    insert into deliveries (agency_uid, uid, webhook_uid, seq, destination, ordering_key,
      shows_personal, due_at, created_at) ${wantedSql()}`
}

/** In the order of the log, so that it is read by its key, also if planned while it was empty. */
function wantedSql() {
  const [agency, now] = [slot('agency', 'uuid'), slot('now', 'timestamptz')]
  const reach = eventReach('e', agency, sql`w.partner_uid`)
  const webhook = sql`w.uid, w.partner_uid, w.status, w.destination`
  const isWanted = sql`w.deleted_at is null
    and w.event_type = case when w.api_version = '2.0' then e.legacy_type else e.type end`
  return sql`
    select e.agency_uid, ${uidAt(slot('time', 'text'))} as uid, w.uid as webhook_uid, e.seq,
      w.destination, e.ordering_key, ${reach.showsPersonal} as shows_personal,
      case when w.status = 'ACTIVE' then ${now} else 'infinity' end as due_at, ${now} as created_at
    from event_logs g
    cross join lateral (select e.agency_uid, e.seq, e.type, e.legacy_type, e.audience,
        e.ordering_key, e.property_uid, e.hotel_uid, e.lead_uid, e.partner_uid
      from events e where e.agency_uid = ${agency}
      and e.seq > g.last_seq - ${slot('events', 'integer')} order by e.seq offset 0) e
    left join properties p on p.agency_uid = ${agency} and p.uid = e.property_uid
    cross join lateral (
      select ${webhook} from webhooks w where e.audience <> 'PARTNER' and w.agency_uid = ${agency}
        and w.object_uid in (${agency}::text, e.property_uid::text, e.hotel_uid::text,
          p.hotel_uid::text) and ${isWanted}
      union all
      select ${webhook} from webhooks w where e.audience = 'PARTNER' and w.agency_uid is null
        and w.partner_uid = e.partner_uid and ${isWanted}) w
    ${reach.join}
    where g.agency_uid = ${agency} and ${reach.isReached}`
}

/** A UUIDv7 of this time, its first 13 characters, for rows that the database finds itself. */
export function uidAt(time: Sql) {
  return sql`overlay(overlay(gen_random_uuid()::text placing ${time} from 1 for 13)
    placing '7' from 15 for 1)::uuid`
}
