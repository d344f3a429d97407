import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { abandonDeliveries } from '../deliveries/open-deliveries.sql.ts'
import { updateWebhookNotices } from '../notices/webhook-notices.sql.ts'
import { requireLockedWebhook } from './require-webhook.ts'
import { updateWebhook } from './webhooks.ts'

/**
 * Deletes a webhook and abandons its queued deliveries (contract/events.md §8.7).
 *
 * @throws ApiError WEBHOOK_NOT_FOUND
 */
export async function deleteWebhook(ctx: Context, uid: string): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const webhook = await requireLockedWebhook(ctx, uid)
    await updateWebhook(ctx, webhook.uid, { deleted_at: ctx.clock.now() })
    await abandonDeliveries(ctx, webhook)
    await updateWebhookNotices(ctx, ctx.settings.callbacks.retryScale, [webhook.uid])
  })
}
