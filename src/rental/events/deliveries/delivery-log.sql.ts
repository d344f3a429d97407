/**
 * The deliveries of one webhook, for those who own it: contract/events.md §9. A partner sees those
 * whose events it may be told of now, whatever it was told then.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { after, newestFirst, orderBy, type PageRequest } from '../../../platform/db/page.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { eventReach } from '../../access/partners/event-reach.sql.ts'
import type { DeliveredEvent } from '../delivery-attempts/attempt-request.ts'

type Db = Pick<Context, 'db'>

/** A webhook as far as its deliveries depend on it. */
export interface Subscription {
  uid: string
  /** Null: of a partner alone. What it is told happens in many agencies. */
  agency_uid: string | null
  /** Null: of the agency itself. */
  partner_uid: string | null
  event_type: string
  status: string
}

/** The condition that a delivery `d` is a webhook's. */
export function isOf({ uid, agency_uid }: Pick<Subscription, 'uid' | 'agency_uid'>): Sql {
  if (agency_uid === null) return sql`/* every tenant */ d.webhook_uid = ${uid}`
  return sql`d.agency_uid = ${agency_uid} and d.webhook_uid = ${uid}`
}

/** HELD is not stored: it is what waits for a webhook that is disabled. */
export function shownStatus(webhook: Pick<Subscription, 'status'>): Sql {
  if (webhook.status === 'ACTIVE') return sql`d.status`
  return sql`case when d.completed_at is null then 'HELD' else d.status end`
}

export interface DeliveryFilters {
  status?: string[] | undefined
  eventType?: string | undefined
  leadUid?: string | undefined
  propertyUid?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

/** A delivery with what it tells of. */
export interface LoggedDelivery {
  agency_uid: string
  uid: string
  webhook_uid: string
  event_uid: string
  event_type: string
  seq: number | string | null
  status: string
  replay_of: string | null
  attempt_count: number
  due_at: Date | number
  created_at: Date
  updated_at: Date
  completed_at: Date | null
  last_response_status: number | null
  callback_url: string | null
  has_userinfo: boolean
  /** Whether personal data was told and may be shown now. */
  shows_personal: boolean
}

/** A page of deliveries, newest first, one more if another page follows. */
export async function listDeliveries(
  { db }: Db,
  webhook: Subscription,
  filters: DeliveryFilters,
  { limit, cursor }: PageRequest,
): Promise<LoggedDelivery[]> {
  const afterKey = cursor.k === null ? sql`` : sql`and ${after(newestFirst, 'd', cursor.k)}`
  const { rows } = await sql<LoggedDelivery>`select ${columns(webhook)}
    ${fromLog(webhook)} ${whereFilters(webhook, filters)} ${afterKey}
    order by ${orderBy(newestFirst, 'd')} limit ${limit + 1}
    offset ${cursor.k === null ? cursor.offset : 0}`.execute(db)
  return rows
}

/** How many deliveries pass the filters. */
export async function countDeliveries(
  { db }: Db,
  webhook: Subscription,
  filters: DeliveryFilters,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count
    ${fromLog(webhook)} ${whereFilters(webhook, filters)}`.execute(db)
  return Number(rows[0]!.count)
}

export async function findDelivery(
  { db }: Db,
  webhook: Subscription,
  uid: string,
): Promise<LoggedDelivery | undefined> {
  const { rows } = await sql<LoggedDelivery>`select ${columns(webhook)}
    ${fromLog(webhook)} and d.uid = ${uid}`.execute(db)
  return rows[0]
}

function columns(webhook: Subscription): Sql {
  return sql`d.agency_uid, d.uid, d.webhook_uid, d.seq, ${shownStatus(webhook)} as status,
    d.replay_of, d.attempt_count, d.due_at, d.created_at, d.created_at as updated_at,
    d.completed_at, d.last_response_status, d.callback_url,
    d.shows_personal and ${reachOf(webhook).showsPersonal} as shows_personal,
    d.userinfo_sealed is not null as has_userinfo,
    coalesce(e.uid, (d.sample->>'uid')::uuid) as event_uid, ${eventType(webhook)} as event_type`
}

/** Webhooks are told of one type, under the name that they asked for; tests may be of another. */
function eventType({ event_type }: Subscription): Sql {
  return sql`case when d.is_test then coalesce(e.type, d.sample->'payload'->>'event_type')
    else ${event_type} end`
}

function fromLog(webhook: Subscription): Sql {
  const reach = reachOf(webhook)
  return sql`from deliveries d
    left join events e on e.agency_uid = ${agencyToldOf(webhook, 'd')} and e.seq = d.seq
    ${reach.join}
    where ${isOf(webhook)} and ${reach.isReached}`
}

/**
 * The agency of the row under `alias` that a webhook tells of: as a value, unless the webhook is of
 * a partner and so of several.
 */
export function agencyToldOf({ agency_uid }: Pick<Subscription, 'agency_uid'>, alias: string): Sql {
  return agency_uid === null ? sql.ref(`${alias}.agency_uid`) : sql`${agency_uid}::uuid`
}

/** What the owner of a webhook may be told now; a sample is about nobody. */
function reachOf({ agency_uid, partner_uid }: Subscription) {
  if (partner_uid === null) {
    return { join: sql``, isReached: sql`true`, showsPersonal: sql`true` }
  }
  const agency = agencyToldOf({ agency_uid }, 'd')
  const { join, isReached, showsPersonal } = eventReach('e', agency, sql`${partner_uid}::uuid`)
  return {
    join: sql`left join properties p on p.agency_uid = ${agency} and p.uid = e.property_uid
      ${join}`,
    isReached: sql`(d.seq is null or ${isReached})`,
    showsPersonal,
  }
}

function whereFilters(webhook: Subscription, filters: DeliveryFilters): Sql {
  const { status, leadUid, propertyUid, since, until } = filters
  const parts: [unknown, RawBuilder<unknown>][] = [
    [status, sql`and ${shownStatus(webhook)} = any(${status}::text[])`],
    [filters.eventType, sql`and ${eventType(webhook)} = ${filters.eventType}`],
    [leadUid, sql`and e.lead_uid::text = lower(${leadUid})`],
    [propertyUid, sql`and e.property_uid::text = lower(${propertyUid})`],
    [since, sql`and d.created_at >= ${since}`],
    [until, sql`and d.created_at <= ${until}`],
  ]
  const given = parts.filter(([value]) => value !== undefined)
  return sql.join(
    given.map(([, condition]) => condition),
    sql` `,
  )
}

/** Returns the event of a delivery as it is sent; that of a test has the uid of the delivery. */
export async function findDeliveredEvent(
  { db }: Db,
  { agency_uid, uid }: Pick<LoggedDelivery, 'agency_uid' | 'uid'>,
): Promise<DeliveredEvent> {
  const { rows } = await sql<{ event: DeliveredEvent; is_test: boolean }>`
    select coalesce(d.sample::jsonb::json, to_json(e)) as event, d.is_test from deliveries d
    left join events e on e.agency_uid = ${agency_uid} and e.seq = d.seq
    where d.agency_uid = ${agency_uid} and d.uid = ${uid}`.execute(db)
  const { event, is_test: isTest } = rows[0]!
  return isTest ? { ...event, uid, isTest } : event
}

/** The attempts of a delivery, oldest first. */
export async function listAttempts(
  { db }: Db,
  { agency_uid, uid }: Pick<LoggedDelivery, 'agency_uid' | 'uid'>,
) {
  return db
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('agency_uid', '=', agency_uid)
    .where('delivery_uid', '=', uid)
    .orderBy('number')
    .execute()
}

/** How a webhook fares: contract/events.md §9.5. */
export interface DeliveryCounts {
  open: number
  exhausted: number
  oldest_seq: number | string | null
  last_success: Date | null
}

/** @param since from when on those count that were given up */
export async function countOutcomes(
  { db }: Db,
  webhook: Subscription,
  since: Date,
): Promise<DeliveryCounts> {
  const { rows } = await sql<DeliveryCounts>`
    select count(*) filter (where d.completed_at is null)::int as open,
      count(*) filter (where d.status = 'EXHAUSTED' and d.completed_at >= ${since}
        and not d.is_test)::int as exhausted,
      min(d.seq) filter (where d.completed_at is null) as oldest_seq,
      max(d.completed_at) filter (where d.status = 'DELIVERED' and d.callback_url is null
        and not d.is_test) as last_success
    from deliveries d where ${isOf(webhook)}`.execute(db)
  return rows[0]!
}
