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
import { webhookContext } from '../webhook-secrets/webhook-secrets.ts'
import { requireLockedWebhook } from '../webhooks/require-webhook.ts'
import { computeDestination, type Webhook } from '../webhooks/webhook.ts'
import { findReplay, type Replay } from './replays.ts'

export interface ReplayInput extends Selection {
  /** Target that differs from the webhook's URL. */
  callbackUrl?: string | undefined
  ratePerSecond: number
  /** True to count without queueing. */
  dryRun: boolean
}

/** Maximum number of events of a replay. */
const eventsMax = 100_000

/**
 * Delivers past events to a webhook again, or counts them.
 *
 * @throws ApiError WEBHOOK_NOT_FOUND, PAYLOAD_RULE_VIOLATION, STATE_CONFLICT
 */
export async function createReplay(
  ctx: Context,
  webhookUid: string,
  input: ReplayInput,
): Promise<{ matched: number; replay: Replay | null }> {
  return transaction(ctx, async (ctx: Context) => {
    const webhook = await requireLockedWebhook(ctx, webhookUid)
    const now = ctx.clock.now()
    const selection = { ...input, until: input.until ?? now }
    const matched = await countSelected(ctx, webhook, selection)
    if (matched > eventsMax) {
      throw ruleViolation(
        'mode',
        `The replay selects ${matched} events; at most ${eventsMax} are allowed`,
        eventsMax,
      )
    }
    if (input.dryRun) return { matched, replay: null }
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
        mode: input.mode,
        matched,
        created_at: now,
      },
    ])
    const { ratePerSecond } = input
    const target = readTarget(ctx, webhook, uid, input.callbackUrl)
    await queueReplay(ctx, webhook, selection, { uid, ratePerSecond, ...target })
    return { matched, replay: (await findReplay(ctx, webhook, uid))! }
  })
}

function readTarget(
  ctx: Context,
  webhook: Webhook,
  replayUid: string,
  callbackUrl: string | undefined,
): { destination: string; target: OtherTarget | null } {
  if (callbackUrl === undefined) return { destination: webhook.destination, target: null }
  const { url, userinfo, identity: normalizedUrl } = readCallbackUrl(ctx, callbackUrl)
  const destination = computeDestination({
    owner: { agencyUid: webhook.agency_uid, partnerUid: webhook.partner_uid },
    creatorIdentifier: webhook.creator_identifier,
    objectUid: webhook.object_uid,
    eventType: webhook.event_type,
    url: normalizedUrl,
  })
  const encryptionContext = webhookContext.replayUserinfo(replayUid)
  const encrypted = userinfo === null ? null : ctx.cipher.encrypt(userinfo, encryptionContext)
  return { destination, target: { url, userinfo: encrypted } }
}
