import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, ruleViolation } from '../../../platform/errors.ts'
import { newUid } from '../../../platform/uid.ts'
import {
  countSelected,
  type OtherTarget,
  queueReplay,
  type Selection,
} from '../deliveries/queue-replay.sql.ts'
import { readCallbackUrl } from '../webhook-registration/read-callback-url.ts'
import { sealedPlace } from '../webhook-secrets/sealed-place.ts'
import { lockReached } from '../webhooks/reached-webhook.ts'
import { destinationOf, type Webhook } from '../webhooks/webhook.ts'
import { findReplay, type Replay } from './replays.ts'

export interface WantedReplay extends Selection {
  /** Another place than the webhook's. */
  callbackUrl?: string | undefined
  ratePerSecond: number
  /** Only count. */
  dryRun: boolean
}

const eventsMax = 100_000

/**
 * Delivers events to a webhook once more, or counts them.
 *
 * @throws ApiError WEBHOOK_NOT_FOUND, PAYLOAD_RULE_VIOLATION, STATE_CONFLICT
 */
export async function createReplay(
  ctx: Context,
  webhookUid: string,
  wanted: WantedReplay,
): Promise<{ matched: number; replay: Replay | null }> {
  return transaction(ctx, async (ctx: Context) => {
    const webhook = await lockReached(ctx, webhookUid)
    const now = ctx.clock.now()
    const selection = { ...wanted, until: wanted.until ?? now }
    const matched = await countSelected(ctx, webhook, selection)
    if (matched > eventsMax) {
      throw ruleViolation(
        'mode',
        `The replay selects ${matched} events; at most ${eventsMax} are allowed`,
        eventsMax,
      )
    }
    if (wanted.dryRun) return { matched, replay: null }
    if (webhook.status === 'DISABLED') {
      throw new ApiError('STATE_CONFLICT', 'The webhook is disabled', {
        members: { state: webhook.disabled_reason, allowedActions: ['enable'] },
      })
    }
    const uid = newUid(now.getTime())
    await insertRows(ctx, 'replays', [
      {
        uid,
        webhook_uid: webhook.uid,
        mode: wanted.mode,
        matched,
        created_at: now,
      },
    ])
    const { ratePerSecond } = wanted
    const elsewhere = otherTarget(ctx, webhook, uid, wanted.callbackUrl)
    await queueReplay(ctx, webhook, selection, { uid, ratePerSecond, ...elsewhere })
    return { matched, replay: (await findReplay(ctx, webhook, uid))! }
  })
}

function otherTarget(
  ctx: Context,
  webhook: Webhook,
  replayUid: string,
  callbackUrl: string | undefined,
): { destination: string; target: OtherTarget | null } {
  if (callbackUrl === undefined) return { destination: webhook.destination, target: null }
  const { url, userinfo, identity } = readCallbackUrl(ctx, callbackUrl)
  const destination = destinationOf({
    owner: { agencyUid: webhook.agency_uid, partnerUid: webhook.partner_uid },
    creatorIdentifier: webhook.creator_identifier,
    objectUid: webhook.object_uid,
    eventType: webhook.event_type,
    url: identity,
  })
  const place = sealedPlace.replayUserinfo(replayUid)
  const sealed = userinfo === null ? null : ctx.sealer.seal(userinfo, place)
  return { destination, target: { url, userinfo: sealed } }
}
