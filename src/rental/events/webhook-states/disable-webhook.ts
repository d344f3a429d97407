import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { holdDeliveries } from '../deliveries/open-deliveries.sql.ts'
import { updateWebhookNotices } from '../notices/webhook-notices.sql.ts'
import { requireLockedWebhook } from '../webhooks/require-webhook.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { updateWebhook } from '../webhooks/webhooks.ts'

/**
 * Disables a webhook if it is active: later deliveries are held (contract/events.md §9.2).
 *
 * @throws ApiError WEBHOOK_NOT_FOUND
 */
export async function disableWebhook(ctx: Context, uid: string): Promise<Webhook> {
  return transaction(ctx, async (ctx: Context) => {
    const webhook = await requireLockedWebhook(ctx, uid)
    if (webhook.status === 'DISABLED') return webhook
    await holdDeliveries(ctx, webhook)
    const disabled = await updateWebhook(ctx, webhook.uid, {
      status: 'DISABLED',
      disabled_reason: 'MANUAL',
      disabled_at: ctx.clock.now(),
    })
    await updateWebhookNotices(ctx, ctx.settings.callbacks.retryScale, [webhook.uid])
    return disabled
  })
}
