/** Webhooks of partners whose access ends or comes back: contract/events.md §8.6. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { changeThose } from './change-webhooks.sql.ts'
import { forgiveWebhooks } from './webhook-health.sql.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

interface Party {
  agencyUid: string
  partnerUid: string
}

/** Which webhooks have changed, for those who keep their deliveries. */
export interface ChangedWebhook {
  uid: string
  agency_uid: string
}

/** For how long a webhook outlives the access of its partner. */
const keptDays = 30

/** Disables the webhooks of a partner in an agency that are active. */
export async function revokeAccess(
  { db, clock }: ContextPart,
  { agencyUid, partnerUid }: Party,
): Promise<ChangedWebhook[]> {
  const changes = sql`status = 'DISABLED', disabled_reason = 'ACCESS_REVOKED',
    disabled_at = ${clock.now()}`
  const those = sql`agency_uid = ${agencyUid} and partner_uid = ${partnerUid}
    and status = 'ACTIVE' and deleted_at is null`
  return changeThose<ChangedWebhook>({ db }, changes, those)
}

/** Enables those again that {@link revokeAccess} has disabled. */
export async function allowAgain(
  { db, clock }: ContextPart,
  { agencyUid, partnerUid }: Party,
): Promise<ChangedWebhook[]> {
  const changes = sql`status = 'ACTIVE', disabled_reason = null, disabled_at = null,
    enabled_at = ${clock.now()}`
  const those = sql`agency_uid = ${agencyUid} and partner_uid = ${partnerUid}
    and disabled_reason = 'ACCESS_REVOKED' and deleted_at is null`
  const allowed = await changeThose<ChangedWebhook>({ db }, changes, those)
  await forgiveWebhooks(
    { db },
    allowed.map(({ uid }) => uid),
  )
  return allowed
}

/** Deletes webhooks whose partners have had no access for 30 days. */
export async function deleteRevoked({ db, clock }: ContextPart): Promise<ChangedWebhook[]> {
  const now = clock.now()
  const revokedBefore = new Date(now.getTime() - keptDays * 86_400_000)
  const those = sql`disabled_reason = 'ACCESS_REVOKED' and disabled_at < ${revokedBefore}
    and deleted_at is null`
  return changeThose<ChangedWebhook>({ db }, sql`deleted_at = ${now}`, those)
}
