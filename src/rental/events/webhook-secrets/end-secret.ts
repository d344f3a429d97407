import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { requireLockedWebhook } from '../webhooks/require-webhook.ts'
import { expireSecrets, listLiveSecrets } from './webhook-secrets.ts'

/**
 * Expires a secret at once. The remaining secret no longer expires (contract/events.md §9.4).
 *
 * @throws ApiError WEBHOOK_NOT_FOUND, SECRET_NOT_FOUND, STATE_CONFLICT
 */
export async function endSecret(
  ctx: Context,
  webhookUid: string,
  secretUid: string,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const { uid } = await requireLockedWebhook(ctx, webhookUid)
    const live = await listLiveSecrets(ctx, uid)
    const ended = live.find(secret => secret.uid === secretUid.toLowerCase())
    if (!ended) throw notFound('SECRET_NOT_FOUND', secretUid)
    const remaining = live.filter(secret => secret !== ended).map(secret => secret.uid)
    if (remaining.length === 0) {
      throw new ApiError(
        'STATE_CONFLICT',
        'The last active secret of a webhook cannot be revoked; create another one first',
      )
    }
    await expireSecrets(ctx, uid, [ended.uid], ctx.clock.now())
    await expireSecrets(ctx, uid, remaining, null)
  })
}
