/** Health of webhooks: contract/events.md §8.1, §8.5. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { updateWebhookNotices } from '../notices/webhook-notices.sql.ts'
import type { OwnedWebhook } from './change-webhooks.sql.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

/** Results of a webhook's attempts in one batch. */
export interface HealthSample {
  webhookUid: string
  succeeded: boolean
  /** Start of the attempt. */
  startedAt: Date
  /** True after a response with status 410. */
  isGone: boolean
}

/** Bounds within which a webhook may fail: {@link recordHealth}. */
export interface FailingBounds {
  /** Time without a success. */
  ms: number
  /** Number of failed attempts in that time. */
  attempts: number
  /** The setting CALLBACK_RETRY_SCALE. */
  scale: number
}

/**
 * Records since when webhooks fail, and disables those whose receivers responded with 410 or that
 * have failed for too long and too often. Their deliveries are then held. Notices inform the owners
 * (§12). Writes nothing for a webhook whose state has not changed.
 *
 * @param shared whether webhooks and notices may be written, which are on every node of a cluster;
 * otherwise later attempts disable webhooks, and the job that runs every minute opens notices
 * @returns the webhooks that this call disabled
 */
export async function recordHealth(
  ctx: ContextPart,
  samples: HealthSample[],
  bounds: FailingBounds,
  { shared }: { shared: boolean },
): Promise<OwnedWebhook[]> {
  const healthyUids = uniqueUids(samples.filter(({ succeeded }) => succeeded))
  const goneUids = uniqueUids(samples.filter(({ isGone }) => isGone))
  // A webhook with both a success and a 410 in the batch is disabled as gone.
  const failingUids = uniqueUids(samples).filter(
    uid => !healthyUids.includes(uid) || goneUids.includes(uid),
  )
  const recovered = healthyUids.length > 0 ? await resetHealth(ctx, healthyUids) : []
  const failing = failingUids.length > 0 ? await recordFailing(ctx, failingUids, samples) : []
  if (!shared) return []
  const disabled = await disableFailing(ctx, failing, goneUids, bounds)
  await updateWebhookNotices(ctx, bounds.scale, [...recovered, ...disabled.map(({ uid }) => uid)])
  return disabled
}

/** Resets the failures of webhooks. Returns the uids of those that had failed. */
export async function resetHealth(
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

/** Excludes the time for which an agency was disabled from the failures of its webhooks. */
export async function resumeFailures(
  { db, clock }: ContextPart,
  { agencyUid, disabledAt }: { agencyUid: string; disabledAt: Date },
): Promise<void> {
  const { rows } = await sql<{ uid: string }>`select w.uid from webhook_failures f
    join webhooks w on w.uid = f.webhook_uid where w.agency_uid = ${agencyUid}`.execute(db)
  if (rows.length === 0) return
  const now = sql`${clock.now()}::timestamptz`
  await sql`update webhook_failures f
    set failing_since = least(f.failing_since + (${now} - ${disabledAt}::timestamptz), ${now})
    where f.webhook_uid = any(${rows.map(({ uid }) => uid)}::uuid[])`.execute(db)
}

/** Returns the time since which all deliveries of a webhook have failed, or null. */
export async function findFailingSince(
  { db }: Pick<Context, 'db'>,
  uid: string,
): Promise<Date | null> {
  const { rows } = await sql<{ failing_since: Date }>`select failing_since from webhook_failures
    where webhook_uid = ${uid}`.execute(db)
  return rows[0]?.failing_since ?? null
}

async function recordFailing(
  { db }: ContextPart,
  failingUids: string[],
  samples: HealthSample[],
): Promise<FailingWebhook[]> {
  const { rows: active } = await sql<OwnedWebhook & { failing_since: Date | null }>`
    select w.uid, w.agency_uid, f.failing_since from webhooks w
    left join webhook_failures f on f.webhook_uid = w.uid
    where w.uid = any(${failingUids}::uuid[]) and w.status = 'ACTIVE'`.execute(db)
  const newlyFailing = active
    .filter(({ failing_since }) => failing_since === null)
    .map(({ uid }) => uid)
  if (newlyFailing.length > 0) {
    const since = newlyFailing.map(uid => firstFailure(uid, samples).toISOString())
    await sql`insert into webhook_failures (webhook_uid, failing_since)
      select f.uid, f.since
      from unnest(${newlyFailing}::uuid[], ${since}::timestamptz[]) f(uid, since)
      on conflict do nothing`.execute(db)
  }
  return active.map(webhook => {
    const { uid, failing_since } = webhook
    return { ...webhook, failing_since: failing_since ?? firstFailure(uid, samples) }
  })
}

async function disableFailing(
  { db, clock }: ContextPart,
  failing: FailingWebhook[],
  goneUids: string[],
  bounds: FailingBounds,
): Promise<OwnedWebhook[]> {
  const now = clock.now()
  const latestStart = new Date(now.getTime() - bounds.ms)
  const uids: string[] = []
  for (const webhook of failing) {
    const isGone = goneUids.includes(webhook.uid)
    const hasFailedLong = webhook.failing_since <= latestStart
    if (isGone || (hasFailedLong && (await hasFailedOften({ db }, webhook, bounds.attempts)))) {
      uids.push(webhook.uid)
    }
  }
  if (uids.length === 0) return []
  const { rows } = await sql<OwnedWebhook>`update webhooks w
    set status = 'DISABLED', disabled_at = ${now},
      disabled_reason = case when w.uid = any(${goneUids}::uuid[]) then 'GONE' else 'FAILING' end
    where w.uid = any(${uids}::uuid[]) and w.status = 'ACTIVE'
    returning w.uid, w.agency_uid`.execute(db)
  return rows
}

/** Active webhook with a failed attempt, and the time since which it fails. */
interface FailingWebhook extends OwnedWebhook {
  failing_since: Date
}

/** Returns true if enough attempts have failed since the webhook began to fail. */
async function hasFailedOften(
  { db }: Pick<Context, 'db'>,
  { uid, agency_uid, failing_since }: FailingWebhook,
  attemptsMin: number,
): Promise<boolean> {
  const inAgency =
    agency_uid === null
      ? sql`/* every tenant */ a.agency_uid = d.agency_uid`
      : sql`d.agency_uid = ${agency_uid} and a.agency_uid = ${agency_uid}`
  const { rows } = await sql<{ has: boolean }>`select count(*) >= ${attemptsMin}::int as has from (
      select 1 from deliveries d join delivery_attempts a on a.delivery_uid = d.uid
      where ${inAgency} and d.webhook_uid = ${uid} and d.callback_url is null and not d.is_test
        and a.outcome <> 'SUCCESS' and a.started_at >= ${failing_since}
      limit ${attemptsMin}) failed`.execute(db)
  return rows[0]!.has
}

function firstFailure(uid: string, samples: HealthSample[]): Date {
  const failures = samples.filter(sample => sample.webhookUid === uid && !sample.succeeded)
  return new Date(Math.min(...failures.map(({ startedAt }) => startedAt.getTime())))
}

function uniqueUids(samples: HealthSample[]): string[] {
  return [...new Set(samples.map(({ webhookUid }) => webhookUid))].sort()
}

/**
 * Deletes the failures of deleted webhooks. Lists them first, because a cluster cannot delete rows
 * by a join with a table that all nodes share.
 */
export async function deleteStaleFailures({ db }: Pick<Context, 'db'>): Promise<void> {
  const { rows } = await sql<{ uid: string }>`select w.uid from webhook_failures f
    join webhooks w on w.uid = f.webhook_uid where w.deleted_at is not null`.execute(db)
  if (rows.length > 0) {
    await resetHealth(
      { db },
      rows.map(({ uid }) => uid),
    )
  }
}
