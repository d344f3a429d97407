import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { requireLockedWebhook } from '../webhooks/require-webhook.ts'
import { addSecret, expireSecrets, listLiveSecrets, type NewSecret } from './webhook-secrets.ts'

/**
 * Adds a secret to a webhook. The previous one also signs until the overlap ends; one that was
 * never returned, and older ones, expire at once (contract/events.md §7.2, §7.3, §9.4).
 *
 * @throws ApiError WEBHOOK_NOT_FOUND
 */
export async function rotateSecret(
  ctx: Context,
  webhookUid: string,
  overlapSeconds: number,
): Promise<NewSecret> {
  return transaction(ctx, async (ctx: Context) => {
    const { uid } = await requireLockedWebhook(ctx, webhookUid)
    const [newest, ...older] = await listLiveSecrets(ctx, uid)
    const now = ctx.clock.now()
    const uids = older.map(secret => secret.uid)
    await expireSecrets(ctx, uid, uids, now)
    if (newest) {
      const overlapMs = newest.is_known ? overlapSeconds * 1_000 : 0
      await expireSecrets(ctx, uid, [newest.uid], new Date(now.getTime() + overlapMs))
    }
    return addSecret(ctx, uid, { isKnown: true })
  })
}
