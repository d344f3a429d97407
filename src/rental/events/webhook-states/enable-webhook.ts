import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { releaseDeliveries, skipDeliveries } from '../deliveries/open-deliveries.sql.ts'
import { noteWebhooks } from '../notices/webhook-notices.sql.ts'
import { lockReached } from '../webhooks/reached-webhook.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { updateWebhook } from '../webhooks/webhooks.ts'
import { forgiveWebhooks } from './webhook-health.sql.ts'

/** What becomes of what waits for a webhook that is enabled. */
export const backlogs = ['DELIVER', 'SKIP'] as const
export type Backlog = (typeof backlogs)[number]

/**
 * Enables a webhook, if it is not. What it failed before is forgiven (contract/events.md §9.3).
 *
 * @throws ApiError WEBHOOK_NOT_FOUND, STATE_CONFLICT while its partner has no access
 */
export async function enableWebhook(ctx: Context, uid: string, backlog: Backlog): Promise<Webhook> {
  return transaction(ctx, async (ctx: Context) => {
    const webhook = await lockReached(ctx, uid)
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
    if (backlog === 'DELIVER') await releaseDeliveries(ctx, webhook)
    else await skipDeliveries(ctx, webhook)
    const enabled = await updateWebhook(ctx, webhook.uid, {
      status: 'ACTIVE',
      disabled_reason: null,
      disabled_at: null,
      enabled_at: ctx.clock.now(),
    })
    await forgiveWebhooks(ctx, [webhook.uid])
    await noteWebhooks(ctx, ctx.settings.callbacks.retryScale, [webhook.uid])
    return enabled
  })
}
