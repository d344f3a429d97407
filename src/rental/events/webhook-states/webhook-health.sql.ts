/** How webhooks fare: contract/events.md §8.1, §8.5. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { noteWebhooks } from '../notices/webhook-notices.sql.ts'

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
): Promise<DisabledWebhook[]> {
  const well = uidsOf(showings.filter(({ succeeded }) => succeeded))
  const gone = uidsOf(showings.filter(({ isGone }) => isGone))
  const ill = uidsOf(showings).filter(uid => !well.includes(uid) || gone.includes(uid))
  const recovered = well.length > 0 ? await forgive(ctx, well) : []
  const disabled = ill.length > 0 ? await noteFailing(ctx, { ill, gone, showings }, bounds) : []
  const changed = [...recovered, ...disabled.map(({ uid }) => uid)]
  await noteWebhooks(ctx, bounds.scale, changed)
  return disabled
}

interface DisabledWebhook {
  uid: string
  agency_uid: string | null
}

async function forgive({ db }: ContextPart, uids: string[]): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`update webhooks set failing_since = null
    where uid = any(${uids}::uuid[]) and failing_since is not null returning uid`.execute(db)
  return rows.map(({ uid }) => uid)
}

async function noteFailing(
  { db, clock }: ContextPart,
  { ill, gone, showings }: { ill: string[]; gone: string[]; showings: Showing[] },
  bounds: FailingBounds,
): Promise<DisabledWebhook[]> {
  const at = clock.now()
  const since = ill.map(uid => firstFailureOf(uid, showings).toISOString())
  await sql`update webhooks w set failing_since = f.since
    from unnest(${ill}::uuid[], ${since}::timestamptz[]) f(uid, since)
    where w.uid = f.uid and w.failing_since is null`.execute(db)
  const failedSince = new Date(at.getTime() - bounds.ms)
  const { rows } = await sql<DisabledWebhook>`/* every tenant */
    update webhooks w set status = 'DISABLED', disabled_at = ${at},
      disabled_reason = case when w.uid = any(${gone}::uuid[]) then 'GONE' else 'FAILING' end
    where w.uid = any(${ill}::uuid[]) and w.status = 'ACTIVE' and (w.uid = any(${gone}::uuid[])
      or (w.failing_since <= ${failedSince} and ${bounds.attempts} <= (
        select count(*) from (
          select 1 from deliveries d join delivery_attempts a
            on a.agency_uid = d.agency_uid and a.delivery_uid = d.uid
          where d.webhook_uid = w.uid and (w.agency_uid is null or d.agency_uid = w.agency_uid)
            and d.callback_url is null and not d.is_test
            and a.outcome <> 'SUCCESS' and a.started_at >= w.failing_since
          limit ${bounds.attempts}) failed)))
    returning w.uid, w.agency_uid`.execute(db)
  return rows
}

function firstFailureOf(uid: string, showings: Showing[]): Date {
  const failures = showings.filter(one => one.webhookUid === uid && !one.succeeded)
  return new Date(Math.min(...failures.map(({ startedAt }) => startedAt.getTime())))
}

function uidsOf(showings: Showing[]): string[] {
  return [...new Set(showings.map(({ webhookUid }) => webhookUid))].sort()
}
