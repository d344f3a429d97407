import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { requireEnabledAgency } from '../../access/agency-states/require-enabled-agency.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import { lockWebhook } from '../webhooks/webhooks.ts'
import { type FoundDelivery, findDeliveryUnscoped } from './delivery-log.sql.ts'
import { retryDeliveries, retryDelivery } from './open-deliveries.sql.ts'
import { queueAgain } from './queue-replay.sql.ts'

type RetryContext = Pick<Context, 'db' | 'clock' | 'pending'>

/** A webhook, whose waiting deliveries are retried, or one delivery. */
type RetrySelection = { webhookUid: string } | { deliveryUid: string }

/**
 * Makes deliveries that wait for their next attempt due. A delivery that was given up is queued
 * again.
 *
 * @returns the number of deliveries
 * @throws Error if there is no such webhook or delivery, or the webhook is disabled; ApiError
 *   AGENCY_DISABLED
 */
export async function queueRetry(ctx: RetryContext, selection: RetrySelection): Promise<number> {
  return transaction(ctx, async (ctx: RetryContext) => {
    if ('webhookUid' in selection) {
      const webhook = await requireActiveWebhook(ctx, selection.webhookUid)
      return retryDeliveries(ctx, webhook)
    }
    const delivery = await findDeliveryUnscoped(ctx, selection.deliveryUid)
    if (!delivery) throw new Error(`There is no delivery with the uid ${selection.deliveryUid}`)
    await requireEnabledAgency(ctx, delivery.agency_uid)
    const webhook = await requireActiveWebhook(ctx, delivery.webhook_uid)
    return retryOne(ctx, webhook, delivery)
  })
}

async function retryOne(
  ctx: RetryContext,
  webhook: Webhook,
  delivery: FoundDelivery,
): Promise<number> {
  if (await retryDelivery(ctx, delivery)) return 1
  if (delivery.status === 'DELIVERED') throw new Error(`Delivery ${delivery.uid} was delivered`)
  // Open and due already.
  if (delivery.status === 'PENDING' || delivery.status === 'RETRYING') return 0
  await queueAgain(ctx, webhook, delivery)
  return 1
}

async function requireActiveWebhook(ctx: RetryContext, uid: string): Promise<Webhook> {
  const webhook = await lockWebhook(ctx, uid)
  if (!webhook) throw new Error(`There is no webhook with the uid ${uid}`)
  if (webhook.agency_uid !== null) await requireEnabledAgency(ctx, webhook.agency_uid)
  if (webhook.status === 'ACTIVE') return webhook
  throw new Error(
    `The webhook is disabled (${webhook.disabled_reason}); its owner can enable it, which also ` +
      'sends its held deliveries',
  )
}
