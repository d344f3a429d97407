/** Secrets that follow one another: contract/events.md §7.2, §7.3, §9.4. */
import type { Context } from '../../../context.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { ApiError, notFound } from '../../../platform/errors.ts'
import { lockReached } from '../webhooks/reached.ts'
import { addSecret, expireSecrets, listLiveSecrets, type NewSecret } from './secrets.ts'

/**
 * Gives a webhook a further secret. The one before signs, too, until the overlap ends; one that was
 * never shown, and whatever is older, ends at once.
 *
 * @throws ApiError WEBHOOK_NOT_FOUND
 */
export async function rotateSecret(
  ctx: Context,
  webhookUid: string,
  overlapSeconds: number,
): Promise<NewSecret> {
  return transaction(ctx, async (ctx: Context) => {
    const { uid } = await lockReached(ctx, webhookUid)
    const [newest, ...older] = await listLiveSecrets(ctx, uid)
    const now = ctx.clock.now()
    const uids = older.map(secret => secret.uid)
    await expireSecrets(ctx, uid, uids, now)
    if (newest) {
      const overlap = newest.is_known ? overlapSeconds * 1_000 : 0
      await expireSecrets(ctx, uid, [newest.uid], new Date(now.getTime() + overlap))
    }
    return addSecret(ctx, uid, true)
  })
}

/**
 * Ends a secret at once. What remains then does not end by itself.
 *
 * @throws ApiError WEBHOOK_NOT_FOUND, SECRET_NOT_FOUND, STATE_CONFLICT
 */
export async function endSecret(
  ctx: Context,
  webhookUid: string,
  secretUid: string,
): Promise<void> {
  await transaction(ctx, async (ctx: Context) => {
    const { uid } = await lockReached(ctx, webhookUid)
    const live = await listLiveSecrets(ctx, uid)
    const ended = live.find(secret => secret.uid === secretUid.toLowerCase())
    if (!ended) throw notFound('SECRET_NOT_FOUND', secretUid)
    const others = live.filter(secret => secret !== ended).map(secret => secret.uid)
    if (others.length === 0) {
      throw new ApiError('STATE_CONFLICT', 'A webhook needs one live secret')
    }
    await expireSecrets(ctx, uid, [ended.uid], ctx.clock.now())
    await expireSecrets(ctx, uid, others, null)
  })
}
