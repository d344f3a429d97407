/** Webhooks that fail, for the operator of the server. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { isWebhookDelivery } from '../deliveries/delivery-log.sql.ts'

type Db = Pick<Context, 'db'>

/** Failing webhooks of all agencies and partners. */
export interface FailingWebhooks {
  count: number
  /** Time since which the first of them fails; null: none fails. */
  since: Date | null
  /** Callback URLs of those that have failed for the longest time. */
  callbackUrls: string[]
}

const urlsMax = 3

/** Returns the active webhooks that fail, over all tenants. */
export async function findFailingWebhooksUnscoped({
  db,
}: Pick<Context, 'db'>): Promise<FailingWebhooks> {
  const { rows } = await sql<{ since: Date; url: string; count: number }>`
    /* every tenant */ select f.failing_since as since, w.callback_url as url,
      (count(*) over ())::int as count
    from webhook_failures f join webhooks w on w.uid = f.webhook_uid
    where w.deleted_at is null and w.status = 'ACTIVE'
    order by f.failing_since limit ${urlsMax}`.execute(db)
  const [first] = rows
  const callbackUrls = rows.map(({ url }) => url)
  return { count: first?.count ?? 0, since: first?.since ?? null, callbackUrls }
}

export interface FailingWebhook {
  uid: string
  /** Null for a partner's own webhook, which receives events of many agencies. */
  agencyUid: string | null
  partnerUid: string | null
  /** Host of the callback URL, with its port. */
  host: string
  eventType: string
  status: string
  disabledReason: string | null
  failingSince: Date | null
  /** Failed attempts since then. */
  attempts: number
  lastOutcome: string | null
  lastStatus: number | null
  /** Open deliveries. */
  waiting: number
}

type State = Omit<FailingWebhook, 'attempts' | 'lastOutcome' | 'lastStatus' | 'waiting'>

/**
 * Lists the webhooks whose last attempts have failed, or that were disabled for it, longest first.
 *
 * @param agencyUid agency of the webhooks; undefined: all agencies, and partners' own webhooks
 */
export async function listFailingUnscoped(
  ctx: Db,
  agencyUid: string | undefined,
): Promise<FailingWebhook[]> {
  const inAgency = agencyUid === undefined ? sql`true` : sql`w.agency_uid = ${agencyUid}`
  const { rows } = await sql<State>`/* every tenant */
    select w.uid, w.agency_uid as "agencyUid", w.partner_uid as "partnerUid",
      split_part(w.callback_url, '/', 3) as host, w.event_type as "eventType", w.status,
      w.disabled_reason as "disabledReason", f.failing_since as "failingSince"
    from webhooks w left join webhook_failures f on f.webhook_uid = w.uid
    where w.deleted_at is null and ${inAgency}
      and (f.webhook_uid is not null or w.disabled_reason in ('FAILING', 'GONE'))
    order by f.failing_since, w.uid`.execute(ctx.db)
  const failing: FailingWebhook[] = []
  for (const state of rows) failing.push({ ...state, ...(await summarizeDeliveries(ctx, state)) })
  return failing
}

type Summary = Pick<FailingWebhook, 'attempts' | 'lastOutcome' | 'lastStatus' | 'waiting'>

async function summarizeDeliveries({ db }: Db, webhook: State): Promise<Summary> {
  const { uid, agencyUid: agency_uid, failingSince } = webhook
  const attemptAgency = agency_uid === null ? sql`d.agency_uid` : sql`${agency_uid}::uuid`
  const since = sql`coalesce(${failingSince}::timestamptz, '-infinity')`
  const isDelivery = isWebhookDelivery({ uid, agency_uid })
  const { rows } = await sql<Summary>`
    select (count(*) filter (where a.outcome <> 'SUCCESS' and a.started_at >= ${since}))::int
        as attempts,
      (array_agg(a.outcome order by a.started_at desc))[1] as "lastOutcome",
      (array_agg(a.response_status order by a.started_at desc))[1] as "lastStatus",
      (select count(*)::int from deliveries d
        where ${isDelivery} and d.completed_at is null) as waiting
    from deliveries d
    join delivery_attempts a on a.agency_uid = ${attemptAgency} and a.delivery_uid = d.uid
    where ${isDelivery} and not d.is_test`.execute(db)
  return rows[0]!
}
