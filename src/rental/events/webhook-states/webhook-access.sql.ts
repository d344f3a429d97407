/** Webhooks of partners whose access ends or is restored: contract/events.md §8.6. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { changeMatching } from './change-webhooks.sql.ts'
import { resetHealth } from './webhook-health.sql.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

interface Party {
  agencyUid: string
  partnerUid: string
}

/** Changed webhook, for updating its deliveries. */
export interface ChangedWebhook {
  uid: string
  agency_uid: string
}

/** Retention in days of a webhook after its partner's access ends. */
const retentionDays = 30

/** Disables the webhooks of a partner in an agency that are active. */
export async function revokeAccess(
  { db, clock }: ContextPart,
  { agencyUid, partnerUid }: Party,
): Promise<ChangedWebhook[]> {
  const changes = sql`status = 'DISABLED', disabled_reason = 'ACCESS_REVOKED',
    disabled_at = ${clock.now()}`
  const condition = sql`agency_uid = ${agencyUid} and partner_uid = ${partnerUid}
    and status = 'ACTIVE' and deleted_at is null`
  return changeMatching<ChangedWebhook>({ db }, changes, condition)
}

/** Enables the webhooks that {@link revokeAccess} disabled. */
export async function restoreAccess(
  { db, clock }: ContextPart,
  { agencyUid, partnerUid }: Party,
): Promise<ChangedWebhook[]> {
  const changes = sql`status = 'ACTIVE', disabled_reason = null, disabled_at = null,
    enabled_at = ${clock.now()}`
  const condition = sql`agency_uid = ${agencyUid} and partner_uid = ${partnerUid}
    and disabled_reason = 'ACCESS_REVOKED' and deleted_at is null`
  const enabled = await changeMatching<ChangedWebhook>({ db }, changes, condition)
  await resetHealth(
    { db },
    enabled.map(({ uid }) => uid),
  )
  return enabled
}

/** Deletes webhooks whose partners have had no access for 30 days. */
export async function deleteRevoked({ db, clock }: ContextPart): Promise<ChangedWebhook[]> {
  const now = clock.now()
  const revokedBefore = new Date(now.getTime() - retentionDays * 86_400_000)
  const condition = sql`disabled_reason = 'ACCESS_REVOKED' and disabled_at < ${revokedBefore}
    and deleted_at is null`
  return changeMatching<ChangedWebhook>({ db }, sql`deleted_at = ${now}`, condition)
}
