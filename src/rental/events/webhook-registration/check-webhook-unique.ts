import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findByFingerprint, findWebhook } from '../webhooks/webhooks.ts'

const text =
  'A webhook already exists for the same creatorIdentifier, objectUid, eventType and callbackUrl'

/**
 * Checks that no webhook occupies a fingerprint. Its uid is told to those who see it.
 *
 * @throws ApiError DUPLICATE_WEBHOOK
 */
export async function checkUnique(
  ctx: Pick<Context, 'db' | 'caller'>,
  fingerprint: Uint8Array,
): Promise<void> {
  const existing = await findByFingerprint(ctx, fingerprint)
  if (!existing) return
  const { uid } = existing
  if (!(await findWebhook(ctx, uid))) throw new ApiError('DUPLICATE_WEBHOOK', text)
  throw new ApiError('DUPLICATE_WEBHOOK', `${text}: ${uid}`, { members: { webhookUid: uid } })
}
