import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { holdDeliveries } from '../deliveries/open-deliveries.sql.ts'
import { noteWebhooks } from '../notices/webhook-notices.sql.ts'
import { lockReached } from '../webhooks/reached-webhook.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { updateWebhook } from '../webhooks/webhooks.ts'

/**
 * Disables a webhook, if it is not: what is queued for it from now on is held
 * (contract/events.md §9.2).
 *
 * @throws ApiError WEBHOOK_NOT_FOUND
 */
export async function disableWebhook(ctx: Context, uid: string): Promise<Webhook> {
  return transaction(ctx, async (ctx: Context) => {
    const webhook = await lockReached(ctx, uid)
    if (webhook.status === 'DISABLED') return webhook
    await holdDeliveries(ctx, webhook)
    const disabled = await updateWebhook(ctx, webhook.uid, {
      status: 'DISABLED',
      disabled_reason: 'MANUAL',
      disabled_at: ctx.clock.now(),
    })
    await noteWebhooks(ctx, ctx.settings.callbacks.retryScale, [webhook.uid])
    return disabled
  })
}
