/** Matching of events to webhooks: contract/events.md §6.3. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { topologyOf } from '../../../platform/db/cluster/topology.ts'
import { buildInsert, combineWrites } from '../../../platform/db/combine-writes.ts'
import { PlanCache, slot } from '../../../platform/db/compiled-query.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { newUid } from '../../../platform/uid.ts'
import { eventAccess } from '../../access/partners/event-access.sql.ts'

/**
 * Queues a delivery for each matching webhook and event among the last events stored. Matches the
 * type, in its v2 form for webhooks of v2, the scope, and for a partner's webhook the partner's
 * current access.
 *
 * @returns whether any delivery was queued
 */
export async function queueDeliveries(
  ctx: Pick<Context, 'db' | 'clock'>,
  agencyUid: string,
  eventCount: number,
): Promise<boolean> {
  const now = ctx.clock.now()
  const values = {
    agency: agencyUid,
    events: eventCount,
    now,
    time: uidTime(now),
  }
  return topologyOf(ctx.db).runWrites({
    async combined() {
      const { numAffectedRows } = await plans.execute(ctx, ['queue', queueSql], values)
      return (numAffectedRows ?? 0n) > 0n
    },
    async sequential() {
      const { rows } = await plans.execute<object>(ctx, ['matching', matchingSql], values)
      if (rows.length > 0) await combineWrites(ctx, [buildInsert('deliveries', rows)])
      return rows.length > 0
    },
  })
}

const plans = new PlanCache()

function queueSql() {
  return sql`
    insert into deliveries (agency_uid, uid, webhook_uid, seq, destination, ordering_key,
      shows_personal, due_at, created_at) ${matchingSql()}`
}

/**
 * Returns the query of the deliveries to queue. Reads the log in order, so that the planner uses
 * its key even if the plan dates from an empty table.
 */
function matchingSql() {
  const [agency, now] = [slot('agency', 'uuid'), slot('now', 'timestamptz')]
  const access = eventAccess('e', agency, sql`w.partner_uid`)
  const webhook = sql`w.uid, w.partner_uid, w.status, w.destination`
  const isMatching = sql`w.deleted_at is null
    and w.event_type = case when w.api_version = '2.0' then e.legacy_type else e.type end`
  return sql`
    select e.agency_uid, ${uidAt(slot('time', 'text'))} as uid, w.uid as webhook_uid, e.seq,
      w.destination, e.ordering_key, ${access.includesPersonal} as shows_personal,
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
          p.hotel_uid::text) and ${isMatching}
      union all
      select ${webhook} from webhooks w where e.audience = 'PARTNER' and w.agency_uid is null
        and w.partner_uid = e.partner_uid and ${isMatching}) w
    ${access.join}
    where g.agency_uid = ${agency} and ${access.isAccessible}`
}

/** Returns the part of a UUIDv7 that encodes its time, the first 13 characters. */
export function uidTime(at: Date): string {
  return newUid(at.getTime()).slice(0, 13)
}

/** Returns SQL for a random UUIDv7 with the `time` of {@link uidTime}. */
export function uidAt(time: Sql) {
  return sql`overlay(overlay(gen_random_uuid()::text placing ${time} from 1 for 13)
    placing '7' from 15 for 1)::uuid`
}
