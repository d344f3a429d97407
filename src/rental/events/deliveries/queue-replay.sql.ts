/** Selection of past events and their queueing: contract/events.md §9.9–§9.13. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Encrypted } from '../../../platform/crypto/encryption.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { newUid } from '../../../platform/uid.ts'
import { eventAccess } from '../../access/partners/event-access.sql.ts'
import type { DeliveredEvent } from '../delivery-attempts/attempt-request.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { deliveriesChannel } from './deliveries.ts'
import { eventAgency, type LoggedDelivery, visibleStatus } from './delivery-log.sql.ts'
import { uidAt, uidTime } from './queue-deliveries.sql.ts'

type ContextPart = Pick<Context, 'db' | 'clock' | 'pending'>

/**
 * Replay modes: all selected events; those whose newest delivery failed; those that were never
 * queued.
 */
export const replayModes = ['RANGE', 'FAILED', 'MISSING'] as const
type ReplayMode = (typeof replayModes)[number]

/** Selection of events among the types of a webhook. */
export interface Selection {
  mode: ReplayMode
  afterSeq?: number | undefined
  untilSeq?: number | undefined
  since?: Date | undefined
  until?: Date | undefined
  leadUid?: string | undefined
  propertyUid?: string | undefined
}

export async function countSelected(
  { db }: Pick<ContextPart, 'db'>,
  webhook: Webhook,
  selection: Selection,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count ${fromAccessibleEvents(webhook)}
      ${andSelected(webhook, selection)}`.execute(db)
  return Number(rows[0]!.count)
}

/** Target of a replay that differs from the webhook's URL. */
export interface OtherTarget {
  url: string
  userinfo: Encrypted | null
}

export interface QueuedReplay {
  uid: string
  /** Key of the receiver, whose deliveries share limits. */
  destination: string
  /** Null: the webhook's URL. */
  target: OtherTarget | null
  ratePerSecond: number
}

/**
 * Queues the selected events for a webhook at a fixed rate. Their ordering keys begin with the uid
 * of the replay, so they do not delay new events.
 */
export async function queueReplay(
  { db, clock, pending }: ContextPart,
  webhook: Webhook,
  selection: Selection,
  { uid, destination, target, ratePerSecond }: QueuedReplay,
): Promise<void> {
  const now = sql`${clock.now()}::timestamptz`
  const time = uidTime(clock.now())
  const { rows } = await sql<{ agency_uid: string }>`with queued as (
      insert into deliveries (agency_uid, uid, webhook_uid, seq, destination, ordering_key,
        shows_personal, due_at, callback_url, userinfo_sealed, userinfo_key_id, replay_uid,
        created_at)
      select e.agency_uid, ${uidAt(sql`${time}`)}, ${webhook.uid}::uuid, e.seq, ${destination},
        ${`${uid} `}::text || e.ordering_key, ${creatorAccess(webhook).includesPersonal},
        ${now} + make_interval(secs => (row_number() over (order by e.agency_uid, e.seq) - 1)
          / ${ratePerSecond}::float8),
        ${target?.url ?? null}, ${target?.userinfo?.bytes ?? null}::bytea,
        ${target?.userinfo?.keyId ?? null}, ${uid}::uuid, ${now}
      ${fromAccessibleEvents(webhook)} ${andSelected(webhook, selection)}
      returning agency_uid)
    select distinct agency_uid from queued`.execute(db)
  for (const { agency_uid } of rows) pending.announce(deliveriesChannel, agency_uid)
}

/**
 * Queues the event of an accessible delivery again, with the payload that its webhook may receive
 * now. It has an ordering key of its own, so it does not wait for others. Returns the uid of the
 * new delivery.
 */
export async function queueAgain(
  { db, clock, pending }: ContextPart,
  webhook: Webhook,
  { agency_uid, uid }: Pick<LoggedDelivery, 'agency_uid' | 'uid'>,
): Promise<string> {
  const now = clock.now()
  const newDeliveryUid = newUid(now.getTime())
  const agency = sql`${agency_uid}::uuid`
  const access = eventAccess('e', agency, sql`${webhook.partner_uid}::uuid`)
  await sql`
    insert into deliveries (agency_uid, uid, webhook_uid, seq, destination, ordering_key,
      shows_personal, due_at, replay_of, created_at)
    select d.agency_uid, ${newDeliveryUid}::uuid, d.webhook_uid, d.seq, ${webhook.destination},
      ${newDeliveryUid}, ${access.includesPersonal}, ${now}::timestamptz, d.uid, ${now}::timestamptz
    from deliveries d
    join events e on e.agency_uid = ${agency} and e.seq = d.seq
    left join properties p on p.agency_uid = ${agency} and p.uid = e.property_uid
    ${access.join}
    where d.agency_uid = ${agency} and d.uid = ${uid}`.execute(db)
  pending.announce(deliveriesChannel, agency_uid)
  return newDeliveryUid
}

/** Returns the newest event of a type that a webhook may receive, as it would be sent. */
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
    select e.agency_uid, to_json(e) as event,
      ${creatorAccess(webhook).includesPersonal} as shows_personal
    ${fromAccessibleEvents({ ...webhook, event_type: type })}
    order by e.created_at desc, e.seq desc limit 1`.execute(db)
  return rows[0]
}

/**
 * Returns the from and where clause of events `e` of a webhook's type that its creator may access
 * now: contract/events.md §6.3.
 */
function fromAccessibleEvents(webhook: Webhook): Sql {
  const access = creatorAccess(webhook)
  const agency = eventAgency(webhook, 'e')
  const type = webhook.api_version === '2.0' ? sql`e.legacy_type` : sql`e.type`
  return sql`from events e
    left join properties p on p.agency_uid = ${agency} and p.uid = e.property_uid
    ${access.join}
    where ${isInScope(webhook)} and ${type} = ${webhook.event_type}
      and ${access.isAccessible}`
}

function isInScope({ agency_uid, partner_uid, object_uid }: Webhook): Sql {
  if (agency_uid === null) {
    return sql`/* every tenant */ e.partner_uid = ${partner_uid} and e.audience = 'PARTNER'`
  }
  return sql`e.agency_uid = ${agency_uid} and e.audience <> 'PARTNER' and ${object_uid} in
    (e.agency_uid::text, e.property_uid::text, e.hotel_uid::text, p.hotel_uid::text)`
}

function creatorAccess(webhook: Webhook) {
  return eventAccess('e', eventAgency(webhook, 'e'), sql`${webhook.partner_uid}::uuid`)
}

/** Returns further conditions on the events `e`, each with `and`. */
function andSelected(webhook: Webhook, selection: Selection): Sql {
  const { mode, afterSeq, untilSeq, since, until, leadUid, propertyUid } = selection
  const conditions: [unknown, Sql][] = [
    [afterSeq, sql`and e.seq > ${afterSeq}`],
    [untilSeq, sql`and e.seq <= ${untilSeq}`],
    [since, sql`and e.created_at >= ${since}`],
    [until, sql`and e.created_at <= ${until}`],
    [leadUid, sql`and e.lead_uid::text = lower(${leadUid})`],
    [propertyUid, sql`and e.property_uid::text = lower(${propertyUid})`],
  ]
  const requested = conditions
    .filter(([value]) => value !== undefined)
    .map(([, condition]) => condition)
  const newestStatus = sql`(select ${visibleStatus(webhook)} from deliveries d
    where d.agency_uid = ${eventAgency(webhook, 'e')} and d.webhook_uid = ${webhook.uid}
      and d.seq = e.seq and not d.is_test
    order by d.created_at desc, d.uid desc limit 1)`
  const byMode: Record<ReplayMode, Sql> = {
    RANGE: sql``,
    FAILED: sql`and ${newestStatus} in ('EXHAUSTED', 'HELD', 'SKIPPED')`,
    MISSING: sql`and ${newestStatus} is null`,
  }
  return sql`${sql.join([...requested, byMode[mode]], sql` `)}`
}
