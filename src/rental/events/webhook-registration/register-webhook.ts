import type { Context } from '../../../context.ts'
import { retry, transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockPartner } from '../../access/partners/partners.ts'
import type { EventType } from '../events/event.ts'
import { lockLog } from '../events/events.ts'
import { sealedPlace } from '../webhook-secrets/sealed-place.ts'
import { addSecret } from '../webhook-secrets/webhook-secrets.ts'
import {
  destinationOf,
  fingerprintOf,
  type Owner,
  type PayloadFormat,
  type Webhook,
  type WebhookType,
  webhooksMax,
} from '../webhooks/webhook.ts'
import { countWebhooks, insertWebhook } from '../webhooks/webhooks.ts'
import { checkUnique } from './check-webhook-unique.ts'
import type { Registrant } from './reached-registrant.ts'
import { readCallbackUrl } from './read-callback-url.ts'

export interface NewWebhook {
  eventType: EventType
  webhookType: WebhookType
  callbackUrl: string
  payloadFormat: PayloadFormat
  description: string | null
  /** The version it is registered through, which its payloads follow. */
  version: Version
  /** Whether the secret is shown to the creator. */
  showsSecret: boolean
}

/**
 * Registers a webhook with its first secret (contract/events.md §1.4, §7.2).
 *
 * @throws ApiError DUPLICATE_WEBHOOK, STATE_CONFLICT, INVALID_PARAMETER
 */
export async function registerWebhook(
  ctx: Context,
  { owner, creatorIdentifier, objectUid }: Registrant,
  wanted: NewWebhook,
): Promise<{ webhook: Webhook; secret: string }> {
  return transaction(ctx, async (ctx: Context) => {
    const now = ctx.clock.now()
    const uid = newUid(now.getTime())
    const { eventType } = wanted
    const { url, userinfo, identity } = readCallbackUrl(ctx, wanted.callbackUrl)
    const key = { owner, creatorIdentifier, objectUid, eventType, url: identity }
    const fingerprint = fingerprintOf(key)
    await lockOwner(ctx, owner)
    await checkUnique(ctx, fingerprint)
    if ((await countWebhooks(ctx, owner)) >= webhooksMax) {
      throw new ApiError('STATE_CONFLICT', `Webhook limit reached: ${webhooksMax}`)
    }
    const sealed = userinfo === null ? null : ctx.sealer.seal(userinfo, sealedPlace.userinfo(uid))
    const webhook = await insertWebhook(ctx, {
      uid,
      agency_uid: owner.agencyUid,
      partner_uid: owner.partnerUid,
      creator_identifier: creatorIdentifier,
      object_uid: objectUid,
      event_type: eventType,
      webhook_type: wanted.webhookType,
      callback_url: url,
      userinfo_sealed: sealed?.bytes ?? null,
      userinfo_key_id: sealed?.keyId ?? null,
      fingerprint,
      destination: destinationOf(key),
      api_version: wanted.version,
      payload_format: wanted.payloadFormat,
      description: wanted.description,
      created_at: now,
    })
    if (!webhook) throw retry()
    const { value } = await addSecret(ctx, uid, wanted.showsSecret)
    return { webhook, secret: value }
  })
}

/** One after the other, so that the limit holds, and no event finds a webhook half made. */
async function lockOwner(ctx: Context, { agencyUid, partnerUid }: Owner): Promise<void> {
  if (agencyUid === null) await lockPartner(ctx, partnerUid!)
  else await lockLog(ctx, agencyUid)
}
