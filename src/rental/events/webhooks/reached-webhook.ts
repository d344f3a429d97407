import type { Context } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { asUid } from '../../../platform/uid.ts'
import { lockLog } from '../events/events.ts'
import type { Webhook } from './webhook.ts'
import { findWebhook, lockWebhook } from './webhooks.ts'

/** The webhook of a path, if the caller sees it. @throws ApiError WEBHOOK_NOT_FOUND */
export async function reachedWebhook(ctx: Context, text: string): Promise<Webhook> {
  const uid = asUid(text)
  const webhook = uid === null ? undefined : await findWebhook(ctx, uid)
  if (!webhook) throw notFound('WEBHOOK_NOT_FOUND', text)
  return webhook
}

/**
 * The same, kept from changes until the transaction ends. The agency's log is taken first, as
 * those do who write events: what they queue for it is queued before, or after all of this.
 *
 * @throws ApiError WEBHOOK_NOT_FOUND
 */
export async function lockReached(ctx: Context, text: string): Promise<Webhook> {
  const { uid, agency_uid } = await reachedWebhook(ctx, text)
  if (agency_uid !== null) await lockLog(ctx, agency_uid)
  const webhook = await lockWebhook(ctx, uid)
  if (!webhook) throw notFound('WEBHOOK_NOT_FOUND', text)
  return webhook
}
