import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { resumeDeliveries, skipDeliveries } from '../deliveries/open-deliveries.sql.ts'
import { updateWebhookNotices } from '../notices/webhook-notices.sql.ts'
import { requireLockedWebhook } from '../webhooks/require-webhook.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { updateWebhook } from '../webhooks/webhooks.ts'
import { resetHealth } from './webhook-health.sql.ts'

/** Handling of the held deliveries of a webhook that is enabled. */
export const backlogs = ['DELIVER', 'SKIP'] as const
export type Backlog = (typeof backlogs)[number]

/**
 * Enables a webhook if it is disabled, and resets its failures (contract/events.md §9.3).
 *
 * @throws ApiError WEBHOOK_NOT_FOUND, STATE_CONFLICT while its partner has no access
 */
export async function enableWebhook(ctx: Context, uid: string, backlog: Backlog): Promise<Webhook> {
  return transaction(ctx, async (ctx: Context) => {
    const webhook = await requireLockedWebhook(ctx, uid)
    if (webhook.status === 'ACTIVE') return webhook
    if (webhook.disabled_reason === 'ACCESS_REVOKED') {
      throw new ApiError(
        'STATE_CONFLICT',
        'The webhook cannot be enabled: the access of its partner was revoked',
        {
          members: { state: 'ACCESS_REVOKED' },
        },
      )
    }
    if (backlog === 'DELIVER') await resumeDeliveries(ctx, webhook)
    else await skipDeliveries(ctx, webhook)
    const enabled = await updateWebhook(ctx, webhook.uid, {
      status: 'ACTIVE',
      disabled_reason: null,
      disabled_at: null,
      enabled_at: ctx.clock.now(),
    })
    await resetHealth(ctx, [webhook.uid])
    await updateWebhookNotices(ctx, ctx.settings.callbacks.retryScale, [webhook.uid])
    return enabled
  })
}
