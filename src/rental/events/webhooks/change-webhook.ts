import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { moveDeliveries } from '../deliveries/open-deliveries.sql.ts'
import { checkUnique } from '../webhook-registration/check-webhook-unique.ts'
import { readCallbackUrl } from '../webhook-registration/read-callback-url.ts'
import { sealedPlace } from '../webhook-secrets/sealed-place.ts'
import { lockReached } from './reached-webhook.ts'
import {
  destinationOf,
  fingerprintOf,
  type PayloadFormat,
  type Webhook,
  type WebhookType,
} from './webhook.ts'
import { updateWebhook } from './webhooks.ts'

/** What is changed of a webhook; what is undefined stays. */
export interface WebhookChanges {
  callbackUrl?: string | undefined
  webhookType?: WebhookType | undefined
  payloadFormat?: PayloadFormat | undefined
  description?: string | null | undefined
}

/**
 * Changes a webhook. What is open goes to its new URL, in the stream of that.
 *
 * @throws ApiError WEBHOOK_NOT_FOUND, INVALID_PARAMETER, DUPLICATE_WEBHOOK
 */
export async function changeWebhook(
  ctx: Context,
  uid: string,
  changes: WebhookChanges,
): Promise<Webhook> {
  return transaction(ctx, async (ctx: Context) => {
    const webhook = await lockReached(ctx, uid)
    const { callbackUrl, webhookType, payloadFormat, description } = changes
    const moved = callbackUrl === undefined ? {} : await columnsOf(ctx, webhook, callbackUrl)
    const changed = await updateWebhook(ctx, webhook.uid, {
      ...moved,
      webhook_type: webhookType ?? webhook.webhook_type,
      payload_format: payloadFormat ?? webhook.payload_format,
      description: description === undefined ? webhook.description : description,
    })
    if (changed.destination !== webhook.destination) {
      await moveDeliveries(ctx, webhook, changed.destination)
    }
    return changed
  })
}

async function columnsOf(ctx: Context, webhook: Webhook, callbackUrl: string) {
  const { url, userinfo, identity } = readCallbackUrl(ctx, callbackUrl)
  const key = {
    owner: { agencyUid: webhook.agency_uid, partnerUid: webhook.partner_uid },
    creatorIdentifier: webhook.creator_identifier,
    objectUid: webhook.object_uid,
    eventType: webhook.event_type,
    url: identity,
  }
  const fingerprint = fingerprintOf(key)
  if (!fingerprint.equals(webhook.fingerprint)) await checkUnique(ctx, fingerprint)
  const place = sealedPlace.userinfo(webhook.uid)
  const sealed = userinfo === null ? null : ctx.sealer.seal(userinfo, place)
  return {
    callback_url: url,
    userinfo_sealed: sealed?.bytes ?? null,
    userinfo_key_id: sealed?.keyId ?? null,
    fingerprint,
    destination: destinationOf(key),
  }
}
