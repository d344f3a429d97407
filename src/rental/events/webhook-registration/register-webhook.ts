import type { Context } from '../../../context.ts'
import type { EventType } from '../../../pending-events/event.ts'
import { retry, transaction } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { newUid } from '../../../platform/uid.ts'
import { lockPartner } from '../../access/partners/partners.ts'
import { lockLog } from '../events/events.ts'
import { addSecret, webhookContext } from '../webhook-secrets/webhook-secrets.ts'
import {
  computeDestination,
  computeFingerprint,
  type Owner,
  type PayloadFormat,
  type Webhook,
  type WebhookType,
  webhooksMax,
} from '../webhooks/webhook.ts'
import { countWebhooks, insertWebhook } from '../webhooks/webhooks.ts'
import { checkUnique } from './check-webhook-unique.ts'
import { readCallbackUrl } from './read-callback-url.ts'
import type { Registrant } from './require-registrant.ts'

export interface NewWebhook {
  eventType: EventType
  webhookType: WebhookType
  callbackUrl: string
  payloadFormat: PayloadFormat
  description: string | null
  /** API version of the registration, which determines the payloads. */
  version: Version
  /** True if the response contains the secret. */
  returnsSecret: boolean
}

/**
 * Registers a webhook with its first secret (contract/events.md §1.4, §7.2).
 *
 * @throws ApiError DUPLICATE_WEBHOOK, STATE_CONFLICT, INVALID_PARAMETER
 */
export async function registerWebhook(
  ctx: Context,
  { owner, creatorIdentifier, objectUid }: Registrant,
  input: NewWebhook,
): Promise<{ webhook: Webhook; secret: string }> {
  return transaction(ctx, async (ctx: Context) => {
    const now = ctx.clock.now()
    const uid = newUid(now.getTime())
    const { eventType } = input
    const { url, userinfo, identity: normalizedUrl } = readCallbackUrl(ctx, input.callbackUrl)
    const identity = { owner, creatorIdentifier, objectUid, eventType, url: normalizedUrl }
    const fingerprint = computeFingerprint(identity)
    await lockOwner(ctx, owner)
    await checkUnique(ctx, fingerprint)
    if ((await countWebhooks(ctx, owner)) >= webhooksMax) {
      throw new ApiError('STATE_CONFLICT', `Webhook limit reached: ${webhooksMax}`)
    }
    const encrypted =
      userinfo === null ? null : ctx.cipher.encrypt(userinfo, webhookContext.userinfo(uid))
    const webhook = await insertWebhook(ctx, {
      uid,
      agency_uid: owner.agencyUid,
      partner_uid: owner.partnerUid,
      creator_identifier: creatorIdentifier,
      object_uid: objectUid,
      event_type: eventType,
      webhook_type: input.webhookType,
      callback_url: url,
      userinfo_sealed: encrypted?.bytes ?? null,
      userinfo_key_id: encrypted?.keyId ?? null,
      fingerprint,
      destination: computeDestination(identity),
      api_version: input.version,
      payload_format: input.payloadFormat,
      description: input.description,
      created_at: now,
    })
    // A concurrent transaction registered the same webhook; the retry finds it.
    if (!webhook) throw retry()
    const { value } = await addSecret(ctx, uid, { isKnown: input.returnsSecret })
    return { webhook, secret: value }
  })
}

/**
 * Serializes registrations of an owner: the limit holds, and no event sees an incomplete webhook.
 */
async function lockOwner(ctx: Context, { agencyUid, partnerUid }: Owner): Promise<void> {
  if (agencyUid === null) await lockPartner(ctx, partnerUid!)
  else await lockLog(ctx, agencyUid)
}
