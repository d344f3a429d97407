import type { Context } from '../../../context.ts'
import { randomKey } from '../../../platform/crypto/api-key-format.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { newUid } from '../../../platform/uid.ts'
import { checkNewKey, hashSecret } from '../agencies/api-keys.sql.ts'
import { insertSecret, listSecrets, lockPartner, updatePartner } from './partners.ts'

type DbContext = Pick<Context, 'db'>

const secretsMax = 2

/**
 * Sets the key of a partner. A former key is rejected from then on.
 *
 * @throws Error if the key is in use or too easy to guess
 */
export async function setPartnerKey(
  ctx: DbContext,
  partnerUid: string,
  key: string,
): Promise<string> {
  await checkNewKey(ctx.db, key)
  await updatePartner(ctx, partnerUid, { key_hash: hashSecret(key) })
  return key
}

/** Deletes the key of a partner. The next request with it is rejected. */
export async function removePartnerKey(ctx: DbContext, partnerUid: string): Promise<void> {
  await updatePartner(ctx, partnerUid, { key_hash: null })
}

/**
 * Adds a second client secret, which allows rotation.
 *
 * @throws Error if two are active (contract/general.md §2.2)
 */
export async function addSecret(ctx: DbContext, partnerUid: string, now: Date) {
  return transaction(ctx, async (ctx: DbContext) => {
    await lockPartner(ctx, partnerUid)
    const activeSecrets = await listSecrets(ctx, partnerUid)
    if (activeSecrets.length >= secretsMax) {
      const uids = activeSecrets.map(({ uid }) => uid).join(', ')
      throw new Error(`Two client secrets are active; revoke one first: ${uids}`)
    }
    const uid = newUid(now.getTime())
    const secret = randomKey('client')
    await insertSecret(ctx, partnerUid, { uid, secret, now })
    return { uid, secret }
  })
}
