/** How webhooks fare: contract/events.md §8.1, §8.5. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { noteWebhooks } from '../notices/webhook-notices.sql.ts'
import type { OwnedWebhook } from './change-webhooks.sql.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

/** What attempts of one moment showed of a webhook. */
export interface Showing {
  webhookUid: string
  succeeded: boolean
  /** When the attempt began. */
  startedAt: Date
  /** It answered 410. */
  isGone: boolean
}

/** Within which bounds a webhook may fail, see {@link noteHealth}. */
export interface FailingBounds {
  ms: number
  attempts: number
  /** The setting CALLBACK_RETRY_SCALE. */
  scale: number
}

/**
 * Remembers since when webhooks fail, and disables those that are gone or have failed for too long
 * and too often. What waits for them is then held. Who is to know of it is told by notices (§12).
 * Nothing is written of a webhook that goes on as before.
 *
 * @param shared whether webhooks and notices may be written, which every node of a cluster has;
 *   else later attempts disable, and the look of each minute tells
 * @returns those that this has disabled
 */
export async function noteHealth(
  ctx: ContextPart,
  showings: Showing[],
  bounds: FailingBounds,
  { shared }: { shared: boolean },
): Promise<OwnedWebhook[]> {
  const well = uidsOf(showings.filter(({ succeeded }) => succeeded))
  const gone = uidsOf(showings.filter(({ isGone }) => isGone))
  const ill = uidsOf(showings).filter(uid => !well.includes(uid) || gone.includes(uid))
  const recovered = well.length > 0 ? await forgiveWebhooks(ctx, well) : []
  const failing = ill.length > 0 ? await noteFailing(ctx, ill, showings) : []
  if (!shared) return []
  const disabled = await disableFailing(ctx, failing, gone, bounds)
  await noteWebhooks(ctx, bounds.scale, [...recovered, ...disabled.map(({ uid }) => uid)])
  return disabled
}

/** Forgets that webhooks have failed. @returns those that had */
export async function forgiveWebhooks(
  { db }: Pick<Context, 'db'>,
  uids: readonly string[],
): Promise<string[]> {
  const failed = await sql`select 1 from webhook_failures
    where webhook_uid = any(${uids}::uuid[]) limit 1`.execute(db)
  if (failed.rows.length === 0) return []
  const { rows } = await sql<{ uid: string }>`delete from webhook_failures
    where webhook_uid = any(${uids}::uuid[]) returning webhook_uid as uid`.execute(db)
  return rows.map(({ uid }) => uid)
}

/** Since when a webhook has failed; null: something gets through. */
export async function findFailingSince(
  { db }: Pick<Context, 'db'>,
  uid: string,
): Promise<Date | null> {
  const { rows } = await sql<{ failing_since: Date }>`select failing_since from webhook_failures
    where webhook_uid = ${uid}`.execute(db)
  return rows[0]?.failing_since ?? null
}

async function noteFailing(
  { db }: ContextPart,
  ill: string[],
  showings: Showing[],
): Promise<IllWebhook[]> {
  const { rows: known } = await sql<OwnedWebhook & { failing_since: Date | null }>`
    select w.uid, w.agency_uid, f.failing_since from webhooks w
    left join webhook_failures f on f.webhook_uid = w.uid
    where w.uid = any(${ill}::uuid[]) and w.status = 'ACTIVE'`.execute(db)
  const fresh = known.filter(({ failing_since }) => failing_since === null).map(({ uid }) => uid)
  if (fresh.length > 0) {
    const since = fresh.map(uid => firstFailureOf(uid, showings).toISOString())
    await sql`insert into webhook_failures (webhook_uid, failing_since)
      select f.uid, f.since from unnest(${fresh}::uuid[], ${since}::timestamptz[]) f(uid, since)
      on conflict do nothing`.execute(db)
  }
  return known.map(webhook => {
    const { uid, failing_since } = webhook
    return { ...webhook, failing_since: failing_since ?? firstFailureOf(uid, showings) }
  })
}

async function disableFailing(
  { db, clock }: ContextPart,
  failing: IllWebhook[],
  gone: string[],
  bounds: FailingBounds,
): Promise<OwnedWebhook[]> {
  const at = clock.now()
  const failedSince = new Date(at.getTime() - bounds.ms)
  const uids: string[] = []
  for (const webhook of failing) {
    const isGone = gone.includes(webhook.uid)
    const isLong = webhook.failing_since <= failedSince
    if (isGone || (isLong && (await hasFailed({ db }, webhook, bounds.attempts)))) {
      uids.push(webhook.uid)
    }
  }
  if (uids.length === 0) return []
  const { rows } = await sql<OwnedWebhook>`update webhooks w
    set status = 'DISABLED', disabled_at = ${at},
      disabled_reason = case when w.uid = any(${gone}::uuid[]) then 'GONE' else 'FAILING' end
    where w.uid = any(${uids}::uuid[]) and w.status = 'ACTIVE'
    returning w.uid, w.agency_uid`.execute(db)
  return rows
}

/** An active webhook of which an attempt has failed, and since when. */
interface IllWebhook extends OwnedWebhook {
  failing_since: Date
}

/** Whether so many attempts have failed since the webhook began to fail. */
async function hasFailed(
  { db }: Pick<Context, 'db'>,
  { uid, agency_uid, failing_since }: IllWebhook,
  attempts: number,
): Promise<boolean> {
  const whose =
    agency_uid === null
      ? sql`/* every tenant */ a.agency_uid = d.agency_uid`
      : sql`d.agency_uid = ${agency_uid} and a.agency_uid = ${agency_uid}`
  const { rows } = await sql<{ has: boolean }>`select count(*) >= ${attempts}::int as has from (
      select 1 from deliveries d join delivery_attempts a on a.delivery_uid = d.uid
      where ${whose} and d.webhook_uid = ${uid} and d.callback_url is null and not d.is_test
        and a.outcome <> 'SUCCESS' and a.started_at >= ${failing_since}
      limit ${attempts}) failed`.execute(db)
  return rows[0]!.has
}

function firstFailureOf(uid: string, showings: Showing[]): Date {
  const failures = showings.filter(one => one.webhookUid === uid && !one.succeeded)
  return new Date(Math.min(...failures.map(({ startedAt }) => startedAt.getTime())))
}

function uidsOf(showings: Showing[]): string[] {
  return [...new Set(showings.map(({ webhookUid }) => webhookUid))].sort()
}

/** Forgets how webhooks fared that are deleted; a cluster deletes by no table that it shares. */
export async function forgetFailures({ db }: Pick<Context, 'db'>): Promise<void> {
  const { rows } = await sql<{ uid: string }>`select w.uid from webhook_failures f
    join webhooks w on w.uid = f.webhook_uid where w.deleted_at is not null`.execute(db)
  if (rows.length > 0) {
    await forgiveWebhooks(
      { db },
      rows.map(({ uid }) => uid),
    )
  }
}
