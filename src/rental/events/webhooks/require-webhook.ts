import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { lockLog } from '../events/events.ts'
import type { Webhook } from './webhook.ts'
import { findWebhook, lockWebhook } from './webhooks.ts'

/** Returns a webhook that the caller can access. @throws ApiError WEBHOOK_NOT_FOUND */
export async function requireWebhook(ctx: Context, uidText: string): Promise<Webhook> {
  const uid = asUid(uidText)
  const webhook = uid === null ? undefined : await findWebhook(ctx, uid)
  if (!webhook) throw notFound('WEBHOOK_NOT_FOUND', uidText)
  return webhook
}

/**
 * Returns the webhook, locked until the transaction ends. Locks the agency's log first, as writers
 * of events do: their deliveries for it are queued either before or after this transaction.
 *
 * @throws ApiError WEBHOOK_NOT_FOUND
 */
export async function requireLockedWebhook(ctx: Context, uidText: string): Promise<Webhook> {
  const { uid, agency_uid } = await requireWebhook(ctx, uidText)
  if (agency_uid !== null) await lockLog(ctx, agency_uid)
  const webhook = await lockWebhook(ctx, uid)
  if (!webhook) throw notFound('WEBHOOK_NOT_FOUND', uidText)
  return webhook
}
