import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { moveDeliveries } from '../deliveries/open-deliveries.sql.ts'
import { checkUnique } from '../webhook-registration/check-webhook-unique.ts'
import { readCallbackUrl } from '../webhook-registration/read-callback-url.ts'
import { webhookContext } from '../webhook-secrets/webhook-secrets.ts'
import { requireLockedWebhook } from './require-webhook.ts'
import {
  computeDestination,
  computeFingerprint,
  type PayloadFormat,
  type Webhook,
  type WebhookType,
} from './webhook.ts'
import { updateWebhook } from './webhooks.ts'

/** Changes of a webhook; undefined fields stay. */
export interface WebhookChanges {
  callbackUrl?: string | undefined
  webhookType?: WebhookType | undefined
  payloadFormat?: PayloadFormat | undefined
  description?: string | null | undefined
}

/**
 * Changes a webhook. Open deliveries go to its new URL, in that destination's queue.
 *
 * @throws ApiError WEBHOOK_NOT_FOUND, INVALID_PARAMETER, DUPLICATE_WEBHOOK
 */
export async function changeWebhook(
  ctx: Context,
  uid: string,
  changes: WebhookChanges,
): Promise<Webhook> {
  return transaction(ctx, async (ctx: Context) => {
    const webhook = await requireLockedWebhook(ctx, uid)
    const { callbackUrl, webhookType, payloadFormat, description } = changes
    const targetColumns =
      callbackUrl === undefined ? {} : await buildTargetColumns(ctx, webhook, callbackUrl)
    const updated = await updateWebhook(ctx, webhook.uid, {
      ...targetColumns,
      webhook_type: webhookType ?? webhook.webhook_type,
      payload_format: payloadFormat ?? webhook.payload_format,
      description: description === undefined ? webhook.description : description,
    })
    if (updated.destination !== webhook.destination) {
      await moveDeliveries(ctx, webhook, updated.destination)
    }
    return updated
  })
}

async function buildTargetColumns(ctx: Context, webhook: Webhook, callbackUrl: string) {
  const { url, userinfo, identity: normalizedUrl } = readCallbackUrl(ctx, callbackUrl)
  const identity = {
    owner: { agencyUid: webhook.agency_uid, partnerUid: webhook.partner_uid },
    creatorIdentifier: webhook.creator_identifier,
    objectUid: webhook.object_uid,
    eventType: webhook.event_type,
    url: normalizedUrl,
  }
  const fingerprint = computeFingerprint(identity)
  if (!fingerprint.equals(webhook.fingerprint)) await checkUnique(ctx, fingerprint)
  const encryptionContext = webhookContext.userinfo(webhook.uid)
  const encrypted = userinfo === null ? null : ctx.cipher.encrypt(userinfo, encryptionContext)
  return {
    callback_url: url,
    userinfo_sealed: encrypted?.bytes ?? null,
    userinfo_key_id: encrypted?.keyId ?? null,
    fingerprint,
    destination: computeDestination(identity),
  }
}
