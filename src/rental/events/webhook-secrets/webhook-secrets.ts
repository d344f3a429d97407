/** The secrets that sign what is sent to webhooks; the only writer of `webhook_secrets`. */
import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import { sealedPlace } from './sealed-place.ts'
import { newWebhookSecret } from './sign.ts'

type Db = Pick<Context, 'db'>
type ContextPart = Pick<Context, 'db' | 'clock' | 'sealer'>

/** A secret that was just made. Its value is not to be had again. */
export interface NewSecret {
  uid: string
  value: string
  createdAt: Date
}

/**
 * Makes and stores a secret of a webhook.
 *
 * @param isKnown whether its value is shown to the creator
 */
export async function addSecret(
  { db, clock, sealer }: ContextPart,
  webhookUid: string,
  isKnown: boolean,
): Promise<NewSecret> {
  const createdAt = clock.now()
  const uid = newUid(createdAt.getTime())
  const value = newWebhookSecret()
  const { keyId, bytes } = sealer.seal(value, sealedPlace.secret(webhookUid, uid))
  await db
    .insertInto('webhook_secrets')
    .values({
      webhook_uid: webhookUid,
      uid,
      sealed: bytes,
      key_id: keyId,
      is_known: isKnown,
      created_at: createdAt,
    })
    .execute()
  return { uid, value, createdAt }
}

/** The live secrets of a webhook, newest first, without their values. */
export async function listLiveSecrets(
  { db, clock }: Pick<ContextPart, 'db' | 'clock'>,
  webhookUid: string,
) {
  return db
    .selectFrom('webhook_secrets')
    .selectAll()
    .where('webhook_uid', '=', webhookUid)
    .where(by => by.or([by('expires_at', 'is', null), by('expires_at', '>', clock.now())]))
    .orderBy('created_at', 'desc')
    .orderBy('uid', 'desc')
    .execute()
}

/** Lets secrets of a webhook sign until an instant, and no longer; null: until further notice. */
export async function expireSecrets(
  { db }: Db,
  webhookUid: string,
  uids: string[],
  at: Date | null,
): Promise<void> {
  if (uids.length === 0) return
  await db
    .updateTable('webhook_secrets')
    .set({ expires_at: at })
    .where('webhook_uid', '=', webhookUid)
    .where('uid', 'in', uids)
    .execute()
}
