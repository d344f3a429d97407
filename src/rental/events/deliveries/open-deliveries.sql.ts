/** What becomes of the open deliveries of a webhook when that is changed. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { deliveriesChannel } from '../delivery-attempts/deliveries-channel.ts'
import { isOf, type Subscription } from './delivery-log.sql.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>
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
export async function releaseStragglersUnscoped({ db, clock }: ContextPart): Promise<void> {
  await sql`/* every tenant */ with freed as (
      update deliveries d set due_at = ${clock.now()}::timestamptz from webhooks w
      where w.uid = d.webhook_uid and w.status = 'ACTIVE' and d.completed_at is null
        and d.due_at = 'infinity'
      returning d.agency_uid)
    select pg_notify(${deliveriesChannel}, agency_uid::text)
    from (select distinct agency_uid from freed) told`.execute(db)
}

/**
 * Abandons the held deliveries of webhooks that were deleted, with their property, while disabled.
 */
export async function abandonForgottenUnscoped({ db, clock }: ContextPart): Promise<void> {
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
 * Alters open deliveries of a webhook. What waited behind them is looked at again, and workers are
 * told at the commit.
 */
async function alterOpen(
  { db, clock }: ContextPart,
  webhook: Of,
  changes: Sql,
  condition: Sql = sql``,
): Promise<void> {
  const now = sql`${clock.now()}::timestamptz`
  await sql`with present as (
      select d.agency_uid, d.uid, d.destination from deliveries d
      where ${isOf(webhook)} and d.completed_at is null ${condition}),
    altered as (
      update deliveries d set ${changes} from present p
      where d.agency_uid = p.agency_uid and d.uid = p.uid),
    streams as (select distinct agency_uid, destination from present),
    freed as (
      update deliveries n set due_at = ${now}, is_kept_back = false from streams s
      where n.agency_uid = s.agency_uid and n.destination = s.destination
        and n.completed_at is null and n.is_kept_back and n.webhook_uid <> ${webhook.uid})
    select pg_notify(${deliveriesChannel}, agency_uid::text)
    from (select distinct agency_uid from streams) told`.execute(db)
}
