import type { Context } from '../../../context.ts'
import { ApiError } from '../../../platform/errors.ts'
import { findByFingerprint } from '../webhooks/webhooks.ts'

const text =
  'A webhook already exists for the same creatorIdentifier, objectUid, eventType and callbackUrl'

/**
 * Checks that the owner has no webhook with this fingerprint, which includes the owner.
 *
 * @throws ApiError DUPLICATE_WEBHOOK with `webhookUid`
 */
export async function checkUnique(
  ctx: Pick<Context, 'db'>,
  fingerprint: Uint8Array,
): Promise<void> {
  const existing = await findByFingerprint(ctx, fingerprint)
  if (!existing) return
  const { uid } = existing
  throw new ApiError('DUPLICATE_WEBHOOK', `${text}: ${uid}`, { members: { webhookUid: uid } })
}
