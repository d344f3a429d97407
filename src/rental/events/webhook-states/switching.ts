/** Webhooks off and on: contract/events.md §9.2, §9.3. */
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { holdDeliveries, releaseDeliveries, skipDeliveries } from '../deliveries/open-deliveries.ts'
import { lockReached } from '../webhooks/reached.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { updateWebhook } from '../webhooks/webhooks.ts'

/** What becomes of what waits for a webhook that is enabled. */
export const backlogs = ['DELIVER', 'SKIP'] as const
export type Backlog = (typeof backlogs)[number]

/**
 * Disables a webhook, if it is not: what is queued for it from now on is held.
 *
 * @throws ApiError WEBHOOK_NOT_FOUND
 */
export async function disableWebhook(ctx: Context, uid: string): Promise<Webhook> {
  return transaction(ctx, async (ctx: Context) => {
    const webhook = await lockReached(ctx, uid)
    if (webhook.status === 'DISABLED') return webhook
    await holdDeliveries(ctx, webhook)
    return updateWebhook(ctx, webhook.uid, {
      status: 'DISABLED',
      disabled_reason: 'MANUAL',
      disabled_at: ctx.clock.now(),
    })
  })
}

/**
 * Enables a webhook, if it is not. What it failed before is forgiven.
 *
 * @throws ApiError WEBHOOK_NOT_FOUND, STATE_CONFLICT while its partner has no access
 */
export async function enableWebhook(ctx: Context, uid: string, backlog: Backlog): Promise<Webhook> {
  return transaction(ctx, async (ctx: Context) => {
    const webhook = await lockReached(ctx, uid)
    if (webhook.status === 'ACTIVE') return webhook
    if (webhook.disabled_reason === 'ACCESS_REVOKED') {
      throw new ApiError('STATE_CONFLICT', 'The access of this webhook was revoked', {
        members: { state: 'ACCESS_REVOKED' },
      })
    }
    if (backlog === 'DELIVER') await releaseDeliveries(ctx, webhook)
    else await skipDeliveries(ctx, webhook)
    return updateWebhook(ctx, webhook.uid, {
      status: 'ACTIVE',
      disabled_reason: null,
      disabled_at: null,
      failing_since: null,
    })
  })
}
