/** What becomes of the open deliveries of a webhook when that is changed. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { deliveriesChannel } from './deliveries-channel.ts'
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

/**
 * Those that were queued as held while their webhook was being enabled are due, too (decision
 * 0012).
 */
export async function releaseStragglersUnscoped({
  db,
  clock,
  pending,
}: ContextPart): Promise<void> {
  const { rows } = await sql<{ agency_uid: string }>`/* every tenant */
    update deliveries d set due_at = ${clock.now()}::timestamptz from webhooks w
    where w.uid = d.webhook_uid and w.status = 'ACTIVE' and d.completed_at is null
      and d.due_at = 'infinity'
    returning d.agency_uid`.execute(db)
  for (const agencyUid of new Set(rows.map(({ agency_uid }) => agency_uid))) {
    pending.announce(deliveriesChannel, agencyUid)
  }
}

/**
 * Abandons the held deliveries of webhooks that were deleted, with their property, while disabled.
 */
export async function abandonForgottenUnscoped({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await sql`/* every tenant */ update deliveries d
    set status = 'ABANDONED', completed_at = ${clock.now()}
    from webhooks w where w.uid = d.webhook_uid and w.deleted_at is not null
      and w.status = 'DISABLED' and d.completed_at is null`.execute(db)
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
