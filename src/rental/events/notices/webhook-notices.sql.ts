/** Notices about webhooks, derived from their state: contract/events.md §8.5, §12. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { Sql } from '../../../platform/graphql/fields.ts'
import { newUid } from '../../../platform/uid.ts'
import { failingMs } from './notice.ts'

const isFailing = sql`(w.deleted_at is null and w.status = 'ACTIVE'
  and f.failing_since is not null)`
const isDisabled = sql`(w.deleted_at is null and w.status = 'DISABLED'
  and w.disabled_reason in ('GONE', 'FAILING'))`

/**
 * Opens notices of webhooks that have failed for a day or were disabled, and resolves those whose
 * problem has ended, in the transaction that changed the webhooks.
 *
 * @param scale the setting CALLBACK_RETRY_SCALE
 * @param uids the webhooks to check; all if absent
 */
export async function updateWebhookNotices(
  ctx: Pick<Context, 'db' | 'clock'>,
  scale: number,
  uids?: readonly string[],
): Promise<void> {
  if (uids?.length === 0) return
  const condition = uids === undefined ? sql`` : sql`and w.uid = any(${uids}::uuid[])`
  await resolveEnded(ctx, condition)
  await openMissing(ctx, scale, condition)
}

async function resolveEnded(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  condition: Sql,
): Promise<void> {
  const { rows } = await sql<{ uid: string }>`/* every tenant */
    select n.uid from notices n join webhooks w on w.uid = n.object_uid
    left join webhook_failures f on f.webhook_uid = w.uid
    where n.resolved_at is null ${condition}
      and n.type in ('WEBHOOK_FAILING', 'WEBHOOK_DISABLED')
      and not case n.type when 'WEBHOOK_FAILING' then ${isFailing} else ${isDisabled} end
    `.execute(db)
  if (rows.length === 0) return
  const now = clock.now()
  await sql`/* every tenant */ update notices set resolved_at = ${now}, updated_at = ${now}
    where uid = any(${rows.map(({ uid }) => uid)}::uuid[]) and resolved_at is null`.execute(db)
}

async function openMissing(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  scale: number,
  condition: Sql,
): Promise<void> {
  const now = clock.now()
  const failingSince = new Date(now.getTime() - failingMs.first * scale)
  const { rows } = await sql<{ uid: string; type: string }>`/* every tenant */
    select w.uid, case w.status when 'ACTIVE' then 'WEBHOOK_FAILING' else 'WEBHOOK_DISABLED' end
      as type
    from webhooks w left join webhook_failures f on f.webhook_uid = w.uid
    where ((${isFailing} and f.failing_since <= ${failingSince}) or ${isDisabled}) ${condition}
      and not exists (select 1 from notices n where n.object_uid = w.uid
        and n.resolved_at is null and n.type = case w.status
          when 'ACTIVE' then 'WEBHOOK_FAILING' else 'WEBHOOK_DISABLED' end)`.execute(db)
  if (rows.length === 0) return
  const values = rows.map(
    ({ uid, type }) => sql`(${newUid(now.getTime())}::uuid, ${uid}::uuid,
    ${type}::text)`,
  )
  await sql`/* every tenant */ insert into notices (uid, agency_uid, partner_uid, type, topic,
      object_uid, about, reason, since, created_at, updated_at)
    select v.uid, w.agency_uid, w.partner_uid, v.type, w.destination, w.uid,
      substring(w.callback_url from '^[a-z]+://([^/?#]+)'), w.disabled_reason,
      case v.type when 'WEBHOOK_FAILING' then f.failing_since else w.disabled_at end,
      ${now}, ${now}
    from (values ${sql.join(values)}) v (uid, webhook_uid, type)
    join webhooks w on w.uid = v.webhook_uid
    left join webhook_failures f on f.webhook_uid = w.uid
    on conflict do nothing`.execute(db)
}
