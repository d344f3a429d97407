/**
 * Queries of the delivery log of one webhook, for its owner: contract/events.md §9. A partner sees
 * only deliveries of events that it may receive now.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { queryTenants } from '../../../platform/db/cluster/topology.ts'
import { after, newestFirst, orderBy, type PageRequest } from '../../../platform/db/pagination.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { eventAccess } from '../../access/partners/event-access.sql.ts'
import type { DeliveredEvent } from '../delivery-attempts/attempt-request.ts'

type Db = Pick<Context, 'db'>

/** Fields of a webhook that determine its deliveries. */
export interface WebhookFields {
  uid: string
  /** Null for a partner's own webhook, which receives events of many agencies. */
  agency_uid: string | null
  /** Null for a webhook of the agency itself. */
  partner_uid: string | null
  event_type: string
  status: string
}

/** Returns the condition that a delivery `d` belongs to a webhook. */
export function isWebhookDelivery({
  uid,
  agency_uid,
}: Pick<WebhookFields, 'uid' | 'agency_uid'>): Sql {
  if (agency_uid === null) return sql`/* every tenant */ d.webhook_uid = ${uid}`
  return sql`d.agency_uid = ${agency_uid} and d.webhook_uid = ${uid}`
}

/**
 * Returns the status of a delivery. HELD is not stored: it is derived for deliveries of a disabled
 * webhook.
 */
export function visibleStatus(webhook: Pick<WebhookFields, 'status'>): Sql {
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

/** Delivery with its event. */
export interface LoggedDelivery {
  agency_uid: string
  uid: string
  webhook_uid: string
  event_uid: string
  event_type: string
  /** Null for the sample event of a test. */
  seq: number | string | null
  status: string
  /** Delivery that this one repeats. */
  replay_of: string | null
  attempt_count: number
  /** `Infinity` while it is held. */
  due_at: Date | number
  created_at: Date
  updated_at: Date
  completed_at: Date | null
  last_response_status: number | null
  /** Target of a replay, if it is not the webhook's URL. */
  callback_url: string | null
  has_userinfo: boolean
  /** True if the event contains personal data that the owner may see now. */
  shows_personal: boolean
}

/** Lists a page of deliveries, newest first, and one more if another page follows. */
export async function listDeliveries(
  { db }: Db,
  webhook: WebhookFields,
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

export async function countDeliveries(
  { db }: Db,
  webhook: WebhookFields,
  filters: DeliveryFilters,
): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count
    ${fromLog(webhook)} ${whereFilters(webhook, filters)}`.execute(db)
  return Number(rows[0]!.count)
}

export async function findDelivery(
  { db }: Db,
  webhook: WebhookFields,
  uid: string,
): Promise<LoggedDelivery | undefined> {
  const { rows } = await sql<LoggedDelivery>`select ${columns(webhook)}
    ${fromLog(webhook)} and d.uid = ${uid}`.execute(db)
  return rows[0]
}

export type FoundDelivery = Pick<LoggedDelivery, 'agency_uid' | 'uid' | 'webhook_uid' | 'status'>

/** Finds a delivery by its uid alone, for the operator of the server. */
export async function findDeliveryUnscoped(
  { db }: Db,
  uid: string,
): Promise<FoundDelivery | undefined> {
  const { rows } = await queryTenants(
    db,
    of => sql<FoundDelivery>`/* every tenant */ select d.agency_uid, d.uid, d.webhook_uid, d.status
      from deliveries d where ${of('d')} and d.uid = ${uid}`,
  )
  return rows[0]
}

function columns(webhook: WebhookFields): Sql {
  return sql`d.agency_uid, d.uid, d.webhook_uid, d.seq, ${visibleStatus(webhook)} as status,
    d.replay_of, d.attempt_count, d.due_at, d.created_at, d.created_at as updated_at,
    d.completed_at, d.last_response_status, d.callback_url,
    d.shows_personal and ${ownerAccess(webhook).showsPersonal} as shows_personal,
    d.userinfo_sealed is not null as has_userinfo,
    coalesce(e.uid, (d.sample->>'uid')::uuid) as event_uid, ${eventType(webhook)} as event_type`
}

/** Returns the event type under the name that the webhook is registered for, except for tests. */
function eventType({ event_type }: WebhookFields): Sql {
  return sql`case when d.is_test then coalesce(e.type, d.sample->'payload'->>'event_type')
    else ${event_type} end`
}

function fromLog(webhook: WebhookFields): Sql {
  const access = ownerAccess(webhook)
  return sql`from deliveries d
    left join events e on e.agency_uid = ${eventAgency(webhook, 'd')} and e.seq = d.seq
    ${access.join}
    where ${isWebhookDelivery(webhook)} and ${access.isReached}`
}

/**
 * Returns the agency of the row under `alias` whose events the webhook receives: a value, unless
 * the webhook is a partner's own and covers several agencies.
 */
export function eventAgency({ agency_uid }: Pick<WebhookFields, 'agency_uid'>, alias: string): Sql {
  return agency_uid === null ? sql.ref(`${alias}.agency_uid`) : sql`${agency_uid}::uuid`
}

/**
 * Returns joins and conditions of the current access of the webhook's owner. A sample event,
 * without `seq`, belongs to no object and is always accessible.
 */
function ownerAccess({ agency_uid, partner_uid }: WebhookFields) {
  if (partner_uid === null) {
    return { join: sql``, isReached: sql`true`, showsPersonal: sql`true` }
  }
  const agency = eventAgency({ agency_uid }, 'd')
  const { join, isAccessible, includesPersonal } = eventAccess(
    'e',
    agency,
    sql`${partner_uid}::uuid`,
  )
  return {
    join: sql`left join properties p on p.agency_uid = ${agency} and p.uid = e.property_uid
      ${join}`,
    isReached: sql`(d.seq is null or ${isAccessible})`,
    showsPersonal: includesPersonal,
  }
}

function whereFilters(webhook: WebhookFields, filters: DeliveryFilters): Sql {
  const { status, leadUid, propertyUid, since, until } = filters
  const conditions: [unknown, RawBuilder<unknown>][] = [
    [status, sql`and ${visibleStatus(webhook)} = any(${status}::text[])`],
    [filters.eventType, sql`and ${eventType(webhook)} = ${filters.eventType}`],
    [leadUid, sql`and e.lead_uid::text = lower(${leadUid})`],
    [propertyUid, sql`and e.property_uid::text = lower(${propertyUid})`],
    [since, sql`and d.created_at >= ${since}`],
    [until, sql`and d.created_at <= ${until}`],
  ]
  const requested = conditions.filter(([value]) => value !== undefined)
  return sql.join(
    requested.map(([, condition]) => condition),
    sql` `,
  )
}

/** Returns the event of a delivery as it is sent; a test event has the uid of the delivery. */
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

/** Lists the attempts of a delivery, oldest first. */
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

/** Health of a webhook: contract/events.md §9.5. */
export interface DeliveryCounts {
  open: number
  /** Deliveries exhausted in a period, except tests. */
  exhausted: number
  /** Position of the oldest open delivery in the log. */
  oldest_seq: number | string | null
  /** Time of the last success at the webhook's own URL, except tests. */
  last_success: Date | null
}

/** @param since start of the period in which exhausted deliveries count */
export async function countOutcomes(
  { db }: Db,
  webhook: WebhookFields,
  since: Date,
): Promise<DeliveryCounts> {
  const { rows } = await sql<DeliveryCounts>`
    select count(*) filter (where d.completed_at is null)::int as open,
      count(*) filter (where d.status = 'EXHAUSTED' and d.completed_at >= ${since}
        and not d.is_test)::int as exhausted,
      min(d.seq) filter (where d.completed_at is null) as oldest_seq,
      max(d.completed_at) filter (where d.status = 'DELIVERED' and d.callback_url is null
        and not d.is_test) as last_success
    from deliveries d where ${isWebhookDelivery(webhook)}`.execute(db)
  return rows[0]!
}
