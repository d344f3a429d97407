/** What becomes of the open deliveries of a webhook when that is changed. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { reachableRows } from '../../../platform/db/citus/reachable-rows.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { deliveriesChannel } from './deliveries.ts'
import { isOf, type Subscription } from './delivery-log.sql.ts'

/** With who tells workers, after the commit, that there is something to look at. */
type ContextPart = Pick<Context, 'db' | 'clock'> & { pending: Pick<Context['pending'], 'announce'> }
type Of = Pick<Subscription, 'uid' | 'agency_uid'>

/** Abandons the open deliveries of a deleted webhook; an attempt under way may finish. */
export async function abandonDeliveries(ctx: ContextPart, webhook: Of): Promise<void> {
  await alterOpen(ctx, webhook, sql`status = 'ABANDONED', completed_at = ${ctx.clock.now()}`)
}

/** Holds the open deliveries of a webhook while it is disabled. */
export async function holdDeliveries(ctx: ContextPart, webhook: Of): Promise<void> {
  await alterOpen(ctx, webhook, sql`due_at = 'infinity', is_kept_back = false`)
}

/** Makes the held deliveries of a webhook due, in the order of the log. */
export async function releaseDeliveries(ctx: ContextPart, webhook: Of): Promise<void> {
  const held = sql`and d.due_at = 'infinity'`
  await alterOpen(ctx, webhook, sql`due_at = ${ctx.clock.now()}::timestamptz`, held)
}

/** Of a webhook `w` that is active by now, though the delivery `d` is held. */
const isStraggling = sql`w.status = 'ACTIVE' and d.due_at = 'infinity'`
/** Of one that was deleted, with its property, while it was disabled. */
const isForgotten = sql`w.deleted_at is not null and w.status = 'DISABLED'`

/** A webhook that was enabled or deleted is looked after for so long, and once an hour with all. */
const tendedMs = 600_000

/**
 * The agencies with deliveries to which {@link tendHeld} does something. That asks every node, so
 * it is mostly found first that no webhook has changed for a while.
 */
export async function listTendedUnscoped({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<string[]> {
  const now = clock.now()
  if (now.getUTCMinutes() > 0) {
    const since = new Date(now.getTime() - tendedMs)
    const { rows } = await sql`select 1 from webhooks
      where enabled_at > ${since} or (deleted_at > ${since} and status = 'DISABLED')
      limit 1`.execute(db)
    if (rows.length === 0) return []
  }
  const rows = await reachableRows(
    db as never,
    of => sql<{ agency_uid: string }>`/* every tenant */
      select d.agency_uid from deliveries d join webhooks w on w.uid = d.webhook_uid
      where ${of('d')} and d.completed_at is null
        and ((${isStraggling}) or (${isForgotten}))
      group by d.agency_uid`,
  )
  return rows.map(({ agency_uid }) => agency_uid)
}

/**
 * Deliveries that were queued as held while their webhook was being enabled are due, too (decision
 * 0012); those of webhooks that were deleted while disabled are abandoned.
 */
export async function tendHeld({ db, clock, pending }: ContextPart, agencyUid: string) {
  const now = sql`${clock.now()}::timestamptz`
  const alter = (changes: Sql, which: Sql) =>
    sql`update deliveries d set ${changes}
    from webhooks w
    where d.agency_uid = ${agencyUid} and w.uid = d.webhook_uid and d.completed_at is null
      and ${which}`.execute(db)
  await alter(sql`due_at = ${now}`, isStraggling)
  await alter(sql`status = 'ABANDONED', completed_at = ${now}`, isForgotten)
  pending.announce(deliveriesChannel, agencyUid)
}

/** Skips the held deliveries of a webhook that is enabled without its backlog. */
export async function skipDeliveries(ctx: ContextPart, webhook: Of): Promise<void> {
  await alterOpen(ctx, webhook, sql`status = 'SKIPPED', completed_at = ${ctx.clock.now()}`)
}

/** Cancels the open deliveries of a replay. */
export async function cancelDeliveries(
  ctx: ContextPart,
  webhook: Of,
  replayUid: string,
): Promise<void> {
  const ofReplay = sql`and d.replay_uid = ${replayUid}`
  const ended = sql`status = 'SKIPPED', completed_at = ${ctx.clock.now()}`
  await alterOpen(ctx, webhook, ended, ofReplay)
}

/** Moves the open deliveries of a webhook to its new URL, unless a replay sends them elsewhere. */
export async function moveDeliveries(
  ctx: ContextPart,
  webhook: Of,
  destination: string,
): Promise<void> {
  const moved = sql`destination = ${destination}`
  await alterOpen(ctx, webhook, moved, sql`and d.callback_url is null`)
}

/**
 * Alters open deliveries of a webhook, agency by agency. What waited behind them is looked at
 * again, and workers are told after the commit.
 */
async function alterOpen(
  { db, clock, pending }: ContextPart,
  webhook: Of,
  changes: Sql,
  condition: Sql = sql``,
): Promise<void> {
  const now = sql`${clock.now()}::timestamptz`
  const { rows } = await sql<{ agency_uid: string; destinations: string[] }>`
    select d.agency_uid, array_agg(distinct d.destination) as destinations from deliveries d
    where ${isOf(webhook)} and d.completed_at is null ${condition}
    group by d.agency_uid order by d.agency_uid`.execute(db)
  for (const { agency_uid, destinations } of rows) {
    await Promise.all([
      sql`update deliveries d set ${changes}
        where d.agency_uid = ${agency_uid} and d.webhook_uid = ${webhook.uid}
          and d.completed_at is null ${condition}`.execute(db),
      sql`update deliveries d set due_at = ${now}, is_kept_back = false
        where d.agency_uid = ${agency_uid} and d.destination = any(${destinations}::text[])
          and d.completed_at is null and d.is_kept_back
          and d.webhook_uid <> ${webhook.uid}`.execute(db),
    ])
    pending.announce(deliveriesChannel, agency_uid)
  }
}
