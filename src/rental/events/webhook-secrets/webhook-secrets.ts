/** Secrets that sign requests to webhooks; the only writer of `webhook_secrets`. */
import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import { newWebhookSecret } from './sign.ts'

type Db = Pick<Context, 'db'>
type ContextPart = Pick<Context, 'db' | 'clock' | 'cipher'>

/** Encryption contexts of webhooks: a ciphertext that is moved elsewhere cannot be decrypted. */
export const webhookContext = {
  secret: (webhookUid: string, uid: string) => `webhook ${webhookUid} secret ${uid}`,
  userinfo: (webhookUid: string) => `webhook ${webhookUid} userinfo`,
  /** Credentials in the URL of a replay with its own target. */
  replayUserinfo: (replayUid: string) => `replay ${replayUid} userinfo`,
}

/** New secret. Its value cannot be read again. */
export interface NewSecret {
  uid: string
  value: string
  createdAt: Date
}

/**
 * Generates and stores a secret of a webhook.
 *
 * @param isKnown whether its value is returned to the creator
 */
export async function addSecret(
  { db, clock, cipher }: ContextPart,
  webhookUid: string,
  { isKnown }: { isKnown: boolean },
): Promise<NewSecret> {
  const createdAt = clock.now()
  const uid = newUid(createdAt.getTime())
  const value = newWebhookSecret()
  const { keyId, bytes } = cipher.encrypt(value, webhookContext.secret(webhookUid, uid))
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

/** Lists the live secrets of a webhook, newest first, without their values. */
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

/** Sets the expiry of secrets of a webhook; null if they do not expire. */
export async function expireSecrets(
  { db }: Db,
  webhookUid: string,
  uids: string[],
  expiresAt: Date | null,
): Promise<void> {
  if (uids.length === 0) return
  await db
    .updateTable('webhook_secrets')
    .set({ expires_at: expiresAt })
    .where('webhook_uid', '=', webhookUid)
    .where('uid', 'in', uids)
    .execute()
}
