/** How webhooks fare: contract/events.md §8.1, §8.5. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { noteWebhooks } from '../notices/webhook-notices.sql.ts'
import { changeThose, type OwnedWebhook } from './change-webhooks.sql.ts'

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
 * @returns those that this has disabled
 */
export async function noteHealth(
  ctx: ContextPart,
  showings: Showing[],
  bounds: FailingBounds,
): Promise<OwnedWebhook[]> {
  const well = uidsOf(showings.filter(({ succeeded }) => succeeded))
  const gone = uidsOf(showings.filter(({ isGone }) => isGone))
  const ill = uidsOf(showings).filter(uid => !well.includes(uid) || gone.includes(uid))
  const recovered = well.length > 0 ? await forgive(ctx, well) : []
  const disabled = ill.length > 0 ? await noteFailing(ctx, { ill, gone, showings }, bounds) : []
  const changed = [...recovered, ...disabled.map(({ uid }) => uid)]
  await noteWebhooks(ctx, bounds.scale, changed)
  return disabled
}

async function forgive({ db }: ContextPart, uids: string[]): Promise<string[]> {
  const those = sql`uid = any(${uids}::uuid[]) and failing_since is not null`
  const forgiven = await changeThose({ db }, sql`failing_since = null`, those)
  return forgiven.map(({ uid }) => uid)
}

async function noteFailing(
  { db, clock }: ContextPart,
  { ill, gone, showings }: { ill: string[]; gone: string[]; showings: Showing[] },
  bounds: FailingBounds,
): Promise<OwnedWebhook[]> {
  const at = clock.now()
  const since = ill.map(uid => firstFailureOf(uid, showings).toISOString())
  const { rows: known } = await sql<IllWebhook>`
    select uid, agency_uid, failing_since from webhooks
    where uid = any(${ill}::uuid[]) and status = 'ACTIVE'`.execute(db)
  if (known.some(({ failing_since }) => failing_since === null)) {
    await sql`update webhooks w set failing_since = f.since
      from unnest(${ill}::uuid[], ${since}::timestamptz[]) f(uid, since)
      where w.uid = f.uid and w.failing_since is null`.execute(db)
  }
  const failedSince = new Date(at.getTime() - bounds.ms)
  const uids: string[] = []
  for (const webhook of known) {
    const isGone = gone.includes(webhook.uid)
    const failing_since = webhook.failing_since ?? firstFailureOf(webhook.uid, showings)
    const isLong = failing_since <= failedSince
    const failing = { ...webhook, failing_since }
    if (isGone || (isLong && (await hasFailed({ db }, failing, bounds.attempts)))) {
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

/** An active webhook of which an attempt has failed. */
interface IllWebhook extends OwnedWebhook {
  failing_since: Date | null
}

/** Whether so many attempts have failed since the webhook began to fail. */
async function hasFailed(
  { db }: Pick<Context, 'db'>,
  { uid, agency_uid, failing_since }: IllWebhook & { failing_since: Date },
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
