/** Changes to the open deliveries of a webhook that is enabled, disabled or deleted. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { queryTenants } from '../../../platform/db/cluster/topology.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { isEnabledAgency } from '../../access/agency-states/agency-state.sql.ts'
import { deliveriesChannel } from './deliveries.ts'
import { isWebhookDelivery, type WebhookFields } from './delivery-log.sql.ts'

/** Context with the pending notifications that wake workers after the commit. */
type ContextPart = Pick<Context, 'db' | 'clock'> & { pending: Pick<Context['pending'], 'announce'> }
type WebhookKey = Pick<WebhookFields, 'uid' | 'agency_uid'>

/** Abandons the open deliveries of a deleted webhook; an attempt in progress may finish. */
export async function abandonDeliveries(ctx: ContextPart, webhook: WebhookKey): Promise<void> {
  await updateOpen(ctx, webhook, sql`status = 'ABANDONED', completed_at = ${ctx.clock.now()}`)
}

/** Holds the open deliveries of a webhook while it is disabled. */
export async function holdDeliveries(ctx: ContextPart, webhook: WebhookKey): Promise<void> {
  await updateOpen(ctx, webhook, sql`due_at = 'infinity', is_kept_back = false`)
}

/** Makes the held deliveries of a webhook due, all at once: then they are sent in log order. */
export async function resumeDeliveries(ctx: ContextPart, webhook: WebhookKey): Promise<void> {
  const held = sql`and d.due_at = 'infinity'`
  await updateOpen(ctx, webhook, sql`due_at = ${ctx.clock.now()}::timestamptz`, held)
}

/**
 * Continues the deliveries of an agency that was disabled, as if no time had passed: retries are
 * due after the same delay, and failing deliveries block later ones for as long.
 */
export async function resumeAgencyDeliveries(
  { db, clock, pending }: ContextPart,
  { agencyUid, disabledAt }: { agencyUid: string; disabledAt: Date },
): Promise<void> {
  const now = sql`${clock.now()}::timestamptz`
  const since = sql`${disabledAt}::timestamptz`
  await sql`update deliveries d set
      due_at = case when d.due_at > ${since} and d.due_at < 'infinity'
        then d.due_at + (${now} - ${since}) else d.due_at end,
      first_failed_at = least(d.first_failed_at + (${now} - ${since}), ${now})
    where d.agency_uid = ${agencyUid} and d.completed_at is null and d.created_at <= ${since}
      and (d.due_at > ${since} or d.first_failed_at is not null)`.execute(db)
  pending.announce(deliveriesChannel, agencyUid)
}

/** Makes the waiting retries of a webhook due. Returns their number. */
export async function retryDeliveries(ctx: ContextPart, webhook: WebhookKey): Promise<number> {
  const now = sql`${ctx.clock.now()}::timestamptz`
  return updateOpen(ctx, webhook, sql`due_at = ${now}`, isWaiting(now))
}

/** Makes a waiting delivery due. Returns whether it was waiting. */
export async function retryDelivery(
  { db, clock, pending }: ContextPart,
  { agency_uid, uid }: { agency_uid: string; uid: string },
): Promise<boolean> {
  const now = sql`${clock.now()}::timestamptz`
  const { numAffectedRows } = await sql`update deliveries d set due_at = ${now}
    where d.agency_uid = ${agency_uid} and d.uid = ${uid} and d.completed_at is null
      ${isWaiting(now)}`.execute(db)
  pending.announce(deliveriesChannel, agency_uid)
  return numAffectedRows === 1n
}

/** Condition for a delivery `d` of an enabled agency that is due later, and not held. */
const isWaiting = (now: Sql) => sql`and d.due_at > ${now} and d.due_at < 'infinity'
  and ${isEnabledAgency(sql`d.agency_uid`)}`

/** Condition for a delivery `d` that is held although its webhook `w` is active again. */
const isHeldThoughActive = sql`w.status = 'ACTIVE' and d.due_at = 'infinity'`
/** Condition for a webhook that was deleted, with its property, while it was disabled. */
const isDeletedWhileDisabled = sql`w.deleted_at is not null and w.status = 'DISABLED'`

/**
 * Period after enabling or deleting a webhook in which it is rechecked every minute; later hourly.
 */
const recheckPeriodMs = 600_000

/**
 * Lists the agencies with deliveries that {@link recheckHeld} would change. That query runs on
 * every node, so a cheaper one first checks for webhooks that changed recently.
 */
export async function listRecheckedUnscoped({
  db,
  clock,
}: Pick<Context, 'db' | 'clock'>): Promise<string[]> {
  const now = clock.now()
  const isHourlyCheck = now.getUTCMinutes() === 0
  if (!isHourlyCheck) {
    const since = new Date(now.getTime() - recheckPeriodMs)
    const { rows } = await sql`select 1 from webhooks
      where enabled_at > ${since} or (deleted_at > ${since} and status = 'DISABLED')
      limit 1`.execute(db)
    if (rows.length === 0) return []
  }
  const { rows } = await queryTenants(
    db,
    of => sql<{ agency_uid: string }>`/* every tenant */
      select d.agency_uid from deliveries d join webhooks w on w.uid = d.webhook_uid
      where ${of('d')} and d.completed_at is null
        and ((${isHeldThoughActive}) or (${isDeletedWhileDisabled}))
      group by d.agency_uid`,
  )
  return rows.map(({ agency_uid }) => agency_uid)
}

/**
 * Makes deliveries due that were queued as held while their webhook was being enabled (decision
 * 0012), and abandons those of webhooks that were deleted while disabled.
 */
export async function recheckHeld({ db, clock, pending }: ContextPart, agencyUid: string) {
  const now = sql`${clock.now()}::timestamptz`
  const update = (changes: Sql, condition: Sql) =>
    sql`update deliveries d set ${changes}
    from webhooks w
    where d.agency_uid = ${agencyUid} and w.uid = d.webhook_uid and d.completed_at is null
      and ${condition}`.execute(db)
  await update(sql`due_at = ${now}`, isHeldThoughActive)
  await update(sql`status = 'ABANDONED', completed_at = ${now}`, isDeletedWhileDisabled)
  pending.announce(deliveriesChannel, agencyUid)
}

/** Skips the held deliveries of a webhook that is enabled without its backlog. */
export async function skipDeliveries(ctx: ContextPart, webhook: WebhookKey): Promise<void> {
  await updateOpen(ctx, webhook, sql`status = 'SKIPPED', completed_at = ${ctx.clock.now()}`)
}

/** Cancels the open deliveries of a replay. */
export async function cancelDeliveries(
  ctx: ContextPart,
  webhook: WebhookKey,
  replayUid: string,
): Promise<void> {
  const inReplay = sql`and d.replay_uid = ${replayUid}`
  const ended = sql`status = 'SKIPPED', completed_at = ${ctx.clock.now()}`
  await updateOpen(ctx, webhook, ended, inReplay)
}

/** Moves the open deliveries of a webhook to its new URL, unless a replay sends them elsewhere. */
export async function moveDeliveries(
  ctx: ContextPart,
  webhook: WebhookKey,
  destination: string,
): Promise<void> {
  const moved = sql`destination = ${destination}`
  await updateOpen(ctx, webhook, moved, sql`and d.callback_url is null`)
}

/**
 * Updates open deliveries of a webhook, agency by agency. Makes deliveries of other webhooks due
 * that were deferred behind them, and notifies workers after the commit. Returns the number of
 * updated deliveries.
 */
async function updateOpen(
  { db, clock, pending }: ContextPart,
  webhook: WebhookKey,
  changes: Sql,
  condition: Sql = sql``,
): Promise<number> {
  const now = sql`${clock.now()}::timestamptz`
  const { rows } = await sql<{ agency_uid: string; destinations: string[] }>`
    select d.agency_uid, array_agg(distinct d.destination) as destinations from deliveries d
    where ${isWebhookDelivery(webhook)} and d.completed_at is null ${condition}
    group by d.agency_uid order by d.agency_uid`.execute(db)
  let count = 0
  for (const { agency_uid, destinations } of rows) {
    const [updated] = await Promise.all([
      sql`update deliveries d set ${changes}
        where d.agency_uid = ${agency_uid} and d.webhook_uid = ${webhook.uid}
          and d.completed_at is null ${condition}`.execute(db),
      sql`update deliveries d set due_at = ${now}, is_kept_back = false
        where d.agency_uid = ${agency_uid} and d.destination = any(${destinations}::text[])
          and d.completed_at is null and d.is_kept_back
          and d.webhook_uid <> ${webhook.uid}`.execute(db),
    ])
    count += Number(updated.numAffectedRows)
    pending.announce(deliveriesChannel, agency_uid)
  }
  return count
}
