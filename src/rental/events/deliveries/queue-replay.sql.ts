/** Delivering events once more: which, and how they are queued (contract/events.md §9.9–§9.13). */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import type { Sealed } from '../../../platform/seal.ts'
import { newUid } from '../../../platform/uid.ts'
import { eventReach } from '../../access/partners/event-reach.sql.ts'
import type { DeliveredEvent } from '../delivery-attempts/attempt-request.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { deliveriesChannel } from './deliveries.ts'
import { agencyToldOf, type LoggedDelivery, shownStatus } from './delivery-log.sql.ts'
import { uidAt } from './queue-deliveries.sql.ts'

type ContextPart = Pick<Context, 'db' | 'clock' | 'pending'>

/** All events in a range; those that came to nothing; those that were never queued. */
export const replayModes = ['RANGE', 'FAILED', 'MISSING'] as const
type ReplayMode = (typeof replayModes)[number]

/** Which events of those that a webhook asks for. */
export interface Selection {
  mode: ReplayMode
  afterSeq?: number | undefined
  untilSeq?: number | undefined
  since?: Date | undefined
  until?: Date | undefined
  leadUid?: string | undefined
  propertyUid?: string | undefined
}

/** How many events a webhook would be told of. */
export async function countSelected(
  { db }: Pick<ContextPart, 'db'>,
  webhook: Webhook,
  selection: Selection,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count ${fromWanted(webhook)} ${whereSelected(webhook, selection)}`.execute(
    db,
  )
  return Number(rows[0]!.count)
}

/** Where a replay goes, if not where its webhook does. */
export interface OtherTarget {
  url: string
  userinfo: Sealed | null
}

export interface Replaying {
  uid: string
  destination: string
  target: OtherTarget | null
  ratePerSecond: number
}

/**
 * Queues the selected events for a webhook, one after the other at a rate. They are in lanes of
 * their own, so they keep back nothing that happens meanwhile.
 */
export async function queueReplay(
  { db, clock, pending }: ContextPart,
  webhook: Webhook,
  selection: Selection,
  { uid, destination, target, ratePerSecond }: Replaying,
): Promise<void> {
  const now = sql`${clock.now()}::timestamptz`
  const time = newUid(clock.now().getTime()).slice(0, 13)
  const { rows } = await sql<{ agency_uid: string }>`with queued as (
      insert into deliveries (agency_uid, uid, webhook_uid, seq, destination, ordering_key,
        shows_personal, due_at, callback_url, userinfo_sealed, userinfo_key_id, replay_uid,
        created_at)
      select e.agency_uid, ${uidAt(sql`${time}`)}, ${webhook.uid}::uuid, e.seq, ${destination},
        ${`${uid} `}::text || e.ordering_key, ${reachOf(webhook).showsPersonal},
        ${now} + make_interval(secs => (row_number() over (order by e.agency_uid, e.seq) - 1)
          / ${ratePerSecond}::float8),
        ${target?.url ?? null}, ${target?.userinfo?.bytes ?? null}::bytea,
        ${target?.userinfo?.keyId ?? null}, ${uid}::uuid, ${now}
      ${fromWanted(webhook)} ${whereSelected(webhook, selection)}
      returning agency_uid)
    select distinct agency_uid from queued`.execute(db)
  for (const { agency_uid } of rows) pending.announce(deliveriesChannel, agency_uid)
}

/**
 * Queues the event of a delivery within reach once more, with what its webhook may be told now, and
 * gives the uid of the new delivery.
 */
export async function queueAgain(
  { db, clock, pending }: ContextPart,
  webhook: Webhook,
  { agency_uid, uid }: LoggedDelivery,
): Promise<string> {
  const now = clock.now()
  const again = newUid(now.getTime())
  const agency = sql`${agency_uid}::uuid`
  const reach = eventReach('e', agency, sql`${webhook.partner_uid}::uuid`)
  await sql`
    insert into deliveries (agency_uid, uid, webhook_uid, seq, destination, ordering_key,
      shows_personal, due_at, replay_of, created_at)
    select d.agency_uid, ${again}::uuid, d.webhook_uid, d.seq, ${webhook.destination},
      ${again}, ${reach.showsPersonal}, ${now}::timestamptz, d.uid, ${now}::timestamptz
    from deliveries d
    join events e on e.agency_uid = ${agency} and e.seq = d.seq
    left join properties p on p.agency_uid = ${agency} and p.uid = e.property_uid
    ${reach.join}
    where d.agency_uid = ${agency} and d.uid = ${uid}`.execute(db)
  pending.announce(deliveriesChannel, agency_uid)
  return again
}

/** The newest event of a type that a webhook may be told of, as it is told. */
export async function findNewestEvent(
  { db }: Pick<ContextPart, 'db'>,
  webhook: Webhook,
  type: string,
): Promise<{ agency_uid: string; event: DeliveredEvent; shows_personal: boolean } | undefined> {
  const { rows } = await sql<{
    agency_uid: string
    event: DeliveredEvent
    shows_personal: boolean
  }>`
    select e.agency_uid, to_json(e) as event, ${reachOf(webhook).showsPersonal} as shows_personal
    ${fromWanted({ ...webhook, event_type: type })}
    order by e.created_at desc, e.seq desc limit 1`.execute(db)
  return rows[0]
}

/** The events `e` that a webhook asks for and its creator may see now: contract/events.md §6.3. */
function fromWanted(webhook: Webhook): Sql {
  const reach = reachOf(webhook)
  const agency = agencyToldOf(webhook, 'e')
  const type = webhook.api_version === '2.0' ? sql`e.legacy_type` : sql`e.type`
  return sql`from events e
    left join properties p on p.agency_uid = ${agency} and p.uid = e.property_uid
    ${reach.join}
    where ${isInScope(webhook)} and ${type} = ${webhook.event_type}
      and ${reach.isReached}`
}

function isInScope({ agency_uid, partner_uid, object_uid }: Webhook): Sql {
  if (agency_uid === null) {
    return sql`/* every tenant */ e.partner_uid = ${partner_uid} and e.audience = 'PARTNER'`
  }
  return sql`e.agency_uid = ${agency_uid} and e.audience <> 'PARTNER' and ${object_uid} in
    (e.agency_uid::text, e.property_uid::text, e.hotel_uid::text, p.hotel_uid::text)`
}

function reachOf(webhook: Webhook) {
  return eventReach('e', agencyToldOf(webhook, 'e'), sql`${webhook.partner_uid}::uuid`)
}

function whereSelected(webhook: Webhook, selection: Selection): Sql {
  const { mode, afterSeq, untilSeq, since, until, leadUid, propertyUid } = selection
  const parts: [unknown, Sql][] = [
    [afterSeq, sql`and e.seq > ${afterSeq}`],
    [untilSeq, sql`and e.seq <= ${untilSeq}`],
    [since, sql`and e.created_at >= ${since}`],
    [until, sql`and e.created_at <= ${until}`],
    [leadUid, sql`and e.lead_uid::text = lower(${leadUid})`],
    [propertyUid, sql`and e.property_uid::text = lower(${propertyUid})`],
  ]
  const given = parts.filter(([value]) => value !== undefined).map(([, condition]) => condition)
  const newest = sql`(select ${shownStatus(webhook)} from deliveries d
    where d.agency_uid = ${agencyToldOf(webhook, 'e')} and d.webhook_uid = ${webhook.uid}
      and d.seq = e.seq and not d.is_test
    order by d.created_at desc, d.uid desc limit 1)`
  const byMode: Record<ReplayMode, Sql> = {
    RANGE: sql``,
    FAILED: sql`and ${newest} in ('EXHAUSTED', 'HELD', 'SKIPPED')`,
    MISSING: sql`and ${newest} is null`,
  }
  return sql`${sql.join([...given, byMode[mode]], sql` `)}`
}
